import type { Remote } from 'kit/remote'
import { type ComponentType, lazy } from 'react'
import { OwnTab } from './own-tab.tsx'
import { HeaderSwitcher } from './switcher/header-switcher.tsx'

const page = (load: () => Promise<{ default: ComponentType }>) => async () => ({ Component: (await load()).default })

// Screens load on demand, because every page needs this file for the switcher.
export const remote = {
  routes: [
    {
      path: '/organizations',
      lazy: page(() => import(/* webpackChunkName: "graphql" */ './organization-layout.tsx')),
      children: [
        { index: true, lazy: page(() => import('./list/list-page.tsx')) },
        { path: 'new', lazy: page(() => import('./create/create-page.tsx')) },
        { path: ':slug', lazy: page(() => import('./members/members-page.tsx')) },
        { path: ':slug/teams', lazy: page(() => import('./teams/teams-page.tsx')) },
        { path: ':slug/teams/:team', lazy: page(() => import('./teams/team-page.tsx')) },
        { path: ':slug/roles', lazy: page(() => import('./roles/roles-page.tsx')) },
        { path: ':slug/settings', lazy: page(() => import('./settings/settings-page.tsx')) },
        { path: ':slug/webhooks', lazy: page(() => import('./webhooks/webhooks-page.tsx')) },
        { path: ':slug/webhooks/:webhook', lazy: page(() => import('./webhooks/webhook-page.tsx')) },
        { path: ':slug/keys', lazy: page(() => import(/* webpackChunkName: "keys" */ './keys/keys-page.tsx')) },
        { path: ':slug/audit-log', lazy: page(() => import('./audit-log/audit-log-page.tsx')) },
        {
          path: ':slug/:tab',
          lazy: page(() => import('./other-tab-page.tsx')),
          children: [{ index: true }, { path: '*' }],
        },
      ],
    },
  ],
  places: {
    header: { switcher: HeaderSwitcher },
    'organization-tab': {
      '': OwnTab,
      teams: OwnTab,
      roles: OwnTab,
      settings: OwnTab,
      webhooks: OwnTab,
      keys: OwnTab,
      'audit-log': OwnTab,
    },
    'account-section': {
      keys: lazy(async () => ({
        default: (await import(/* webpackChunkName: "keys" */ './keys/own-keys.tsx')).OwnKeys,
      })),
    },
    'start-card': {
      organizations: lazy(async () => ({ default: (await import('./list/organizations.tsx')).OrganizationsCard })),
    },
  },
  loadMessages: async (locale) => {
    const { messages } = await import(/* webpackChunkName: "locale-[request]" */ `./locales/${locale}.po`)
    return messages
  },
} satisfies Remote
