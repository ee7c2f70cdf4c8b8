import type { Remote } from 'kit/remote'
import { AcceptInvitationPage } from './accept-invitation/accept-invitation-page.tsx'
import { keepInvitationToken } from './accept-invitation/invitation-token.ts'
import { SignInPage } from './sign-in/sign-in-page.tsx'
import { SignUpPage } from './sign-up/sign-up-page.tsx'

export const remote = {
  routes: [
    { path: '/sign-in', Component: SignInPage },
    { path: '/sign-up', Component: SignUpPage },
    { path: '/accept-invitation/:invitationId', loader: keepInvitationToken, Component: AcceptInvitationPage },
  ],
  loadMessages: async (locale) => {
    const { messages } = await import(/* webpackChunkName: "locale-[request]" */ `./locales/${locale}.po`)
    return messages
  },
} satisfies Remote
