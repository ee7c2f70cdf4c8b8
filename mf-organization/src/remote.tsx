import type { Remote } from 'kit/remote'
import { lazy } from 'react'
import { OwnTab } from './own-tab.tsx'
import { HeaderSwitcher } from './switcher/header-switcher.tsx'

// Screens load on demand, because every page needs this file for the switcher.
export const remote = {
  routes: [
    {
      path: '/organizations',
      lazy: async () => ({ Component: (await import('./organization-layout.tsx')).OrganizationLayout }),
      children: [
        { index: true, lazy: async () => ({ Component: (await import('./list/list-page.tsx')).ListPage }) },
        { path: 'new', lazy: async () => ({ Component: (await import('./create/create-page.tsx')).CreatePage }) },
        { path: ':slug', lazy: async () => ({ Component: (await import('./members/members-page.tsx')).MembersPage }) },
        { path: ':slug/teams', lazy: async () => ({ Component: (await import('./teams/teams-page.tsx')).TeamsPage }) },
        {
          path: ':slug/settings',
          lazy: async () => ({ Component: (await import('./settings/settings-page.tsx')).SettingsPage }),
        },
        {
          path: ':slug/:tab',
          lazy: async () => ({ Component: (await import('./other-tab-page.tsx')).OtherTabPage }),
          children: [{ index: true }, { path: '*' }],
        },
      ],
    },
  ],
  places: {
    header: { switcher: HeaderSwitcher },
    'organization-tab': { '': OwnTab, teams: OwnTab, settings: OwnTab },
    'start-card': {
      organizations: lazy(async () => ({ default: (await import('./list/organizations.tsx')).OrganizationsCard })),
    },
  },
  loadMessages: async (locale) => {
    const { messages } = await import(/* webpackChunkName: "locale-[request]" */ `./locales/${locale}.po`)
    return messages
  },
} satisfies Remote
