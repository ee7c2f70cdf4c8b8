import type { MailTemplate, MailText } from './mail-data.ts'
import { msg } from './msg.ts'

/** About what others decide on somebody's second factors. */
export const factorTexts = {
  factorResetAnnounced: {
    subject: msg`Your second factors will be removed`,
    paragraphs: [
      msg`An administrator is about to remove your authenticator app, backup codes, trusted devices and passkeys, because someone said that you’ve lost them.`,
      msg`If that wasn’t you, stop it. Your other ways to sign in stay as they are.`,
    ],
    details: [msg`Takes effect: {time}`],
    button: { text: msg`Stop the reset` },
    note: msg`If you asked for it, there’s nothing to do.`,
  },
  factorsReset: {
    subject: msg`Your second factors were removed`,
    paragraphs: [
      msg`Your authenticator app, backup codes, trusted devices and passkeys no longer work. You were signed out everywhere.`,
      msg`Sign in and set up new ones.`,
    ],
    button: { text: msg`Set up a second factor`, path: '/account/security' },
    note: msg`Not expecting this? Contact support right away.`,
  },
  secondFactorRequired: {
    subject: msg`{organizationName} requires a second factor`,
    paragraphs: [
      msg`From then on, you can only open {organizationName} after signing in with a passkey, or with a code from an authenticator app.`,
      msg`You don’t have either yet. Set one up in your account.`,
    ],
    details: [msg`Takes effect: {time}`],
    button: { text: msg`Set up a second factor`, path: '/account/security' },
  },
} satisfies Partial<Record<MailTemplate, MailText>>
