import { Navigate } from 'kit'
import type { Remote } from 'kit/remote'

export const remote = {
  routes: [
    {
      path: '/account',
      children: [
        { index: true, element: <Navigate to="/account/profile" replace /> },
        {
          path: 'profile',
          lazy: async () => ({ Component: (await import('./profile/profile-page.tsx')).ProfilePage }),
        },
        {
          path: 'security',
          lazy: async () => ({ Component: (await import('./security/security-page.tsx')).SecurityPage }),
        },
        {
          path: 'sessions',
          lazy: async () => ({ Component: (await import('./sessions/sessions-page.tsx')).SessionsPage }),
        },
        {
          path: 'delete',
          lazy: async () => ({
            Component: (await import('./delete-account/delete-account-page.tsx')).DeleteAccountPage,
          }),
        },
      ],
    },
  ],
  loadMessages: async (locale) => {
    const { messages } = await import(/* webpackChunkName: "locale-[request]" */ `./locales/${locale}.po`)
    return messages
  },
} satisfies Remote
