import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { authClient, type CallError, request, trimAddress } from 'kit'
import { saveFile } from 'kit/device'
import type { Values } from '../act-dialog.tsx'

interface Act {
  /** A question with `{name}`. */
  title: MessageDescriptor
  button: MessageDescriptor
  effect: MessageDescriptor
  isDanger?: true
  /** The page after success. */
  next?: string
  send: (body: { userId: string; reason: string }, values: Values) => Promise<{ error: CallError | null }>
}

export type ActName =
  | 'ban'
  | 'unban'
  | 'promote'
  | 'resign'
  | 'password'
  | 'email'
  | 'keepEmail'
  | 'resetFactors'
  | 'keepFactors'
  | 'sessions'
  | 'impersonate'
  | 'export'
  | 'delete'

export const acts: Readonly<Record<ActName, Act>> = {
  ban: {
    title: msg`Ban {name}?`,
    button: msg`Ban`,
    effect: msg`They are signed out everywhere and can’t sign in.`,
    isDanger: true,
    send: (body, { reason, days }) => {
      const ban = { ...body, banReason: reason, ...(days && { banExpiresIn: Number(days) * 86_400 }) }
      return request(() => authClient.POST('/admin/ban-user', { body: ban }))
    },
  },
  unban: {
    title: msg`Lift the ban of {name}?`,
    button: msg`Lift ban`,
    effect: msg`They can sign in again at once.`,
    send: (body) => request(() => authClient.POST('/admin/unban-user', { body })),
  },
  promote: {
    title: msg`Make {name} an administrator?`,
    button: msg`Make administrator`,
    effect: msg`Administrators can see, ban and remove everyone, and make others administrators.`,
    send: (body) => request(() => authClient.POST('/admin/set-role', { body: { ...body, role: 'admin' } })),
  },
  resign: {
    title: msg`Resign as administrator?`,
    button: msg`Resign`,
    effect: msg`You can no longer open the administration. Another administrator can make you one again.`,
    isDanger: true,
    next: '/',
    send: (body) => request(() => authClient.POST('/admin/set-role', { body: { ...body, role: 'user' } })),
  },
  password: {
    title: msg`Set a password for {name}?`,
    button: msg`Set password`,
    effect: msg`They are signed out everywhere, and told by email that the password was changed.`,
    send: (body, { password: newPassword }) =>
      request(() => authClient.POST('/admin/set-user-password', { body: { ...body, newPassword } })),
  },
  email: {
    title: msg`Change the email of {name}?`,
    button: msg`Change email`,
    effect: msg`For people who can’t read their mailbox any more. Anyone who reads the new one gets the account, so check its spelling. We tell the old address. The change takes effect in 24 hours, unless they stop it there or in their account, and signs them out everywhere.`,
    send: (body, { newEmail }) =>
      request(() =>
        authClient.POST('/admin/change-user-email', { body: { ...body, newEmail: trimAddress(newEmail) } }),
      ),
  },
  keepEmail: {
    title: msg`Cancel the change of {name}’s email?`,
    button: msg`Cancel change of email`,
    effect: msg`They keep their present email.`,
    send: (body) => request(() => authClient.POST('/admin/cancel-user-email-change', { body })),
  },
  resetFactors: {
    title: msg`Reset the second factors of {name}?`,
    button: msg`Reset second factors`,
    effect: msg`For people who have lost them all. Make sure that it’s them. We tell them by email. In 24 hours, their authenticator app, backup codes, trusted devices and passkeys are removed and they are signed out everywhere, unless they stop it.`,
    isDanger: true,
    send: (body) => request(() => authClient.POST('/admin/reset-factors', { body })),
  },
  keepFactors: {
    title: msg`Cancel the reset for {name}?`,
    button: msg`Cancel reset`,
    effect: msg`They keep their second factors and passkeys.`,
    send: (body) => request(() => authClient.POST('/admin/cancel-factor-reset', { body })),
  },
  sessions: {
    title: msg`Sign out {name} everywhere?`,
    button: msg`Sign out everywhere`,
    effect: msg`They can sign in again.`,
    send: (body) => request(() => authClient.POST('/admin/revoke-user-sessions', { body })),
  },
  impersonate: {
    title: msg`Act as {name}?`,
    button: msg`Act as this person`,
    effect: msg`For at most an hour. They see it in their activity, with your name and the reason.`,
    next: '/',
    send: (body) => request(() => authClient.POST('/admin/impersonate-user', { body })),
  },
  export: {
    title: msg`Export everything about {name}?`,
    button: msg`Export`,
    effect: msg`Downloads everything stored about this person, with the picture, in one file.`,
    send: async (body) => {
      const response = await request(() => authClient.POST('/admin/export-user', { body }))
      if (response.data) saveFile(`${body.userId}.json`, JSON.stringify(response.data, null, 2), 'application/json')
      return response
    },
  },
  delete: {
    title: msg`Delete the account of {name}?`,
    button: msg`Delete account`,
    effect: msg`The account, its ways to sign in, memberships and sent invitations are deleted for good.`,
    isDanger: true,
    next: '/admin/people',
    send: (body) => request(() => authClient.POST('/admin/remove-user', { body })),
  },
}
