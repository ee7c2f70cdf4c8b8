import type { Remote } from 'kit/remote'
import { lazy } from 'react'

// Each component is loaded when it is rendered.
export const remote = {
  routes: [],
  places: {
    'organization-tab': {
      template: lazy(async () => ({ default: (await import('./organization-tab.tsx')).OrganizationTab })),
    },
    'start-card': {
      template: lazy(async () => ({ default: (await import('./start-card.tsx')).StartCard })),
    },
  },
  loadMessages: async (locale) => {
    const { messages } = await import(/* webpackChunkName: "locale-[request]" */ `./locales/${locale}.po`)
    return messages
  },
} satisfies Remote
