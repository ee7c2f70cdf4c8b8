import type { Remote } from 'kit/remote'
import { keepEmailedToken } from './emailed-token.ts'
import { SignInPage } from './sign-in/sign-in-page.tsx'

// Only sign-in, the most frequent page, is not loaded on demand.
export const remote = {
  routes: [
    { path: '/sign-in', Component: SignInPage, prerender: true },
    {
      path: '/sign-up',
      prerender: true,
      lazy: async () => ({ Component: (await import('./sign-up/sign-up-page.tsx')).SignUpPage }),
    },
    {
      path: '/forgot-password',
      prerender: true,
      lazy: async () => ({
        Component: (await import('./forgot-password/forgot-password-page.tsx')).ForgotPasswordPage,
      }),
    },
    {
      path: '/reset-password',
      prerender: true,
      loader: keepEmailedToken,
      lazy: async () => ({ Component: (await import('./reset-password/reset-password-page.tsx')).ResetPasswordPage }),
    },
    {
      path: '/verify-email',
      lazy: async () => ({ Component: (await import('./verify-email/verify-email-page.tsx')).VerifyEmailPage }),
    },
    {
      path: '/email-verified',
      prerender: true,
      lazy: async () => ({ Component: (await import('./verify-email/email-verified-page.tsx')).EmailVerifiedPage }),
    },
    {
      path: '/not-me',
      loader: keepEmailedToken,
      lazy: async () => ({ Component: (await import('./not-me/not-me-page.tsx')).NotMePage }),
    },
    { path: '/goodbye', lazy: async () => ({ Component: (await import('./goodbye/goodbye-page.tsx')).GoodbyePage }) },
    {
      path: '/add-account',
      lazy: async () => ({ Component: (await import('./add-account/add-account-page.tsx')).AddAccountPage }),
    },
    {
      path: '/add-account/new',
      lazy: async () => ({ Component: (await import('./add-account/add-account-page.tsx')).AddNewAccountPage }),
    },
    {
      path: '/sign-in-again',
      lazy: async () => ({ Component: (await import('./sign-in-again/sign-in-again-page.tsx')).SignInAgainPage }),
    },
    { path: '/error', lazy: async () => ({ Component: (await import('./error/error-page.tsx')).ErrorPage }) },
    {
      path: '/accept-invitation/:invitationId',
      prerender: true,
      loader: keepEmailedToken,
      lazy: async () => ({
        Component: (await import('./accept-invitation/accept-invitation-page.tsx')).AcceptInvitationPage,
      }),
    },
  ],
  loadMessages: async (locale) => {
    const { messages } = await import(/* webpackChunkName: "locale-[request]" */ `./locales/${locale}.po`)
    return messages
  },
} satisfies Remote
