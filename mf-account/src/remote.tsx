import type { Remote } from 'kit/remote'
import { SessionsPage } from './sessions/sessions-page.tsx'

export const remote = {
  routes: [{ path: '/account/sessions', Component: SessionsPage }],
  loadMessages: async (locale) => {
    const { messages } = await import(/* webpackChunkName: "locale-[request]" */ `./locales/${locale}.po`)
    return messages
  },
} satisfies Remote
