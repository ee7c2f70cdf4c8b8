import { Navigate } from 'kit'
import type { Remote } from 'kit/remote'
import { AccountPage, ownSection } from './account-page.tsx'

const profile = ownSection(async () => (await import('./profile/profile-section.tsx')).ProfileSection)
const security = ownSection(async () => (await import('./security/security-section.tsx')).SecuritySection)
const sessions = ownSection(async () => (await import('./sessions/sessions-section.tsx')).SessionsSection)
const activity = ownSection(async () => (await import('./activity/activity-section.tsx')).ActivitySection)

export const remote = {
  routes: [
    {
      path: '/account',
      children: [
        { index: true, element: <Navigate to="/account/profile" replace /> },
        { path: 'profile', lazy: profile.lazy },
        { path: 'security', lazy: security.lazy },
        { path: 'sessions', lazy: sessions.lazy },
        { path: 'activity', lazy: activity.lazy },
        {
          path: 'delete',
          lazy: async () => ({
            Component: (await import('./delete-account/delete-account-page.tsx')).DeleteAccountPage,
          }),
        },
        { path: ':section', Component: AccountPage, children: [{ index: true }, { path: '*' }] },
      ],
    },
  ],
  places: {
    'account-section': {
      profile: profile.Section,
      security: security.Section,
      sessions: sessions.Section,
      activity: activity.Section,
    },
  },
  loadMessages: async (locale) => {
    const { messages } = await import(/* webpackChunkName: "locale-[request]" */ `./locales/${locale}.po`)
    return messages
  },
} satisfies Remote
