import type { Remote } from 'kit/remote'
import { StartPage } from './start-page.tsx'

export const remote = {
  routes: [{ path: '/template', Component: StartPage }],
  loadMessages: async (locale) => {
    const { messages } = await import(/* webpackChunkName: "locale-[request]" */ `./locales/${locale}.po`)
    return messages
  },
} satisfies Remote
