import type { Remote } from 'kit/remote'
import type { ComponentType } from 'react'
import { keepEmailedToken } from './emailed-token.ts'
import { SignInPage } from './sign-in/sign-in-page.tsx'

const page = (load: () => Promise<{ default: ComponentType }>) => async () => ({ Component: (await load()).default })

// Only sign-in, the most frequent page, is not loaded on demand. The others share two files,
// because each file adds its hash to sign-in.
export const remote = {
  routes: [
    { path: '/sign-in', Component: SignInPage, prerender: true },
    {
      path: '/sign-up',
      prerender: true,
      lazy: page(() => import(/* webpackChunkName: "sign-up" */ './sign-up/sign-up-page.tsx')),
    },
    {
      path: '/forgot-password',
      prerender: true,
      lazy: page(() => import(/* webpackChunkName: "sign-up" */ './forgot-password/forgot-password-page.tsx')),
    },
    {
      path: '/reset-password',
      prerender: true,
      loader: keepEmailedToken,
      lazy: page(() => import(/* webpackChunkName: "links" */ './reset-password/reset-password-page.tsx')),
    },
    {
      path: '/verify-email',
      lazy: page(() => import(/* webpackChunkName: "sign-up" */ './verify-email/verify-email-page.tsx')),
    },
    {
      path: '/email-verified',
      prerender: true,
      lazy: page(() => import(/* webpackChunkName: "links" */ './verify-email/email-verified-page.tsx')),
    },
    {
      path: '/not-me',
      loader: keepEmailedToken,
      lazy: page(() => import(/* webpackChunkName: "links" */ './not-me/not-me-page.tsx')),
    },
    {
      path: '/keep-factors',
      loader: keepEmailedToken,
      lazy: page(() => import(/* webpackChunkName: "links" */ './keep-factors/keep-factors-page.tsx')),
    },
    {
      path: '/keep-email',
      loader: keepEmailedToken,
      lazy: page(() => import(/* webpackChunkName: "links" */ './keep-email/keep-email-page.tsx')),
    },
    { path: '/goodbye', lazy: page(() => import(/* webpackChunkName: "links" */ './goodbye/goodbye-page.tsx')) },
    {
      path: '/add-account',
      lazy: page(() => import(/* webpackChunkName: "sign-up" */ './add-account/add-account-page.tsx')),
    },
    {
      path: '/add-account/new',
      lazy: page(() => import(/* webpackChunkName: "sign-up" */ './sign-up/sign-up-page.tsx')),
    },
    {
      path: '/two-factor',
      lazy: page(() => import(/* webpackChunkName: "links" */ './two-factor/two-factor-page.tsx')),
    },
    {
      path: '/sign-in-again',
      lazy: page(() => import(/* webpackChunkName: "links" */ './sign-in-again/sign-in-again-page.tsx')),
    },
    { path: '/error', lazy: page(() => import(/* webpackChunkName: "links" */ './error/error-page.tsx')) },
    {
      path: '/accept-invitation/:invitationId',
      prerender: true,
      loader: keepEmailedToken,
      lazy: page(() => import('./accept-invitation/accept-invitation-page.tsx')),
    },
  ],
  loadMessages: async (locale) => {
    const { messages } = await import(/* webpackChunkName: "locale-[request]" */ `./locales/${locale}.po`)
    return messages
  },
} satisfies Remote
