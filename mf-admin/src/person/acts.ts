import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { authClient, type CallError, request } from 'kit'
import type { Values } from '../act-dialog.tsx'

interface Act {
  button: MessageDescriptor
  effect: MessageDescriptor
  isDanger?: true
  /** The page after success. */
  next?: string
  send: (body: { userId: string; reason: string }, values: Values) => Promise<{ error: CallError | null }>
}

export type ActName = 'ban' | 'unban' | 'promote' | 'password' | 'sessions' | 'impersonate' | 'delete'

export const acts: Readonly<Record<ActName, Act>> = {
  ban: {
    button: msg`Ban`,
    effect: msg`They are signed out everywhere and can’t sign in.`,
    isDanger: true,
    send: (body, { reason, days }) => {
      const ban = { ...body, banReason: reason, ...(days && { banExpiresIn: Number(days) * 86_400 }) }
      return request(() => authClient.POST('/admin/ban-user', { body: ban }))
    },
  },
  unban: {
    button: msg`Lift ban`,
    effect: msg`They can sign in again at once.`,
    send: (body) => request(() => authClient.POST('/admin/unban-user', { body })),
  },
  promote: {
    button: msg`Make administrator`,
    effect: msg`Administrators can see, ban and remove everyone, and make others administrators.`,
    send: (body) => request(() => authClient.POST('/admin/set-role', { body: { ...body, role: 'admin' } })),
  },
  password: {
    button: msg`Set password`,
    effect: msg`They are signed out everywhere, and told by email that the password was changed.`,
    send: (body, { password: newPassword }) =>
      request(() => authClient.POST('/admin/set-user-password', { body: { ...body, newPassword } })),
  },
  sessions: {
    button: msg`Sign out everywhere`,
    effect: msg`They can sign in again.`,
    send: (body) => request(() => authClient.POST('/admin/revoke-user-sessions', { body })),
  },
  impersonate: {
    button: msg`Act as this person`,
    effect: msg`For at most an hour. They see it in their activity, with your name and the reason.`,
    next: '/',
    send: (body) => request(() => authClient.POST('/admin/impersonate-user', { body })),
  },
  delete: {
    button: msg`Delete account`,
    effect: msg`The account, its ways to sign in, memberships and sent invitations are deleted for good.`,
    isDanger: true,
    next: '/admin/people',
    send: (body) => request(() => authClient.POST('/admin/remove-user', { body })),
  },
}
