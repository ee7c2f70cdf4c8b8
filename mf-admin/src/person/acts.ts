import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { authClient, type CallError, request } from 'kit'

interface Values {
  reason: string
  /** Until a ban ends; empty if it lasts until it is lifted. */
  days: string
  password: string
}

interface Act {
  title: MessageDescriptor
  /** The consequences for the person. */
  effect: MessageDescriptor
  button: MessageDescriptor
  done: MessageDescriptor
  isDanger?: boolean
  send: (about: { userId: string; sessionToken: string }, values: Values) => Promise<{ error: CallError | null }>
}

const body = ({ userId }: { userId: string }, { reason }: Values) => ({ userId, reason })

export type ActName = 'ban' | 'unban' | 'promote' | 'demote' | 'password' | 'session' | 'sessions' | 'remove'

export const acts: Readonly<Record<ActName, Act>> = {
  ban: {
    title: msg`Ban {name}?`,
    effect: msg`They are signed out everywhere and can’t sign in.`,
    button: msg`Ban`,
    done: msg`{name} is banned.`,
    isDanger: true,
    send: (about, values) => {
      const seconds = Number(values.days) * 86_400
      const ban = { ...body(about, values), banReason: values.reason, ...(seconds > 0 && { banExpiresIn: seconds }) }
      return request(() => authClient.POST('/admin/ban-user', { body: ban }))
    },
  },
  unban: {
    title: msg`Lift the ban of {name}?`,
    effect: msg`They can sign in again at once.`,
    button: msg`Lift ban`,
    done: msg`The ban of {name} is lifted.`,
    send: (...of) => request(() => authClient.POST('/admin/unban-user', { body: body(...of) })),
  },
  promote: {
    title: msg`Make {name} an administrator?`,
    effect: msg`Administrators can see, ban and remove everyone, and make others administrators.`,
    button: msg`Make administrator`,
    done: msg`{name} is an administrator.`,
    send: (...of) => request(() => authClient.POST('/admin/set-role', { body: { ...body(...of), role: 'admin' } })),
  },
  demote: {
    title: msg`Remove the rights of {name}?`,
    effect: msg`They can no longer open the administration.`,
    button: msg`Remove rights`,
    done: msg`{name} is no longer an administrator.`,
    send: (...of) => request(() => authClient.POST('/admin/set-role', { body: { ...body(...of), role: 'user' } })),
  },
  password: {
    title: msg`Set a password for {name}`,
    effect: msg`They are signed out everywhere, and told by email that the password was changed.`,
    button: msg`Set password`,
    done: msg`{name} has a new password.`,
    send: (about, values) => {
      const set = { ...body(about, values), newPassword: values.password }
      return request(() => authClient.POST('/admin/set-user-password', { body: set }))
    },
  },
  session: {
    title: msg`Sign out this session?`,
    effect: msg`The browser or device is signed out at once.`,
    button: msg`Sign out`,
    done: msg`The session is signed out.`,
    send: ({ sessionToken }, { reason }) =>
      request(() => authClient.POST('/admin/revoke-user-session', { body: { sessionToken, reason } })),
  },
  sessions: {
    title: msg`Sign out {name} everywhere?`,
    effect: msg`They can sign in again.`,
    button: msg`Sign out everywhere`,
    done: msg`{name} is signed out everywhere.`,
    send: (...of) => request(() => authClient.POST('/admin/revoke-user-sessions', { body: body(...of) })),
  },
  remove: {
    title: msg`Delete the account of {name}?`,
    effect: msg`The account, its ways to sign in, memberships and sent invitations are deleted for good.`,
    button: msg`Delete account`,
    done: msg`The account of {name} was deleted.`,
    isDanger: true,
    send: (...of) => request(() => authClient.POST('/admin/remove-user', { body: body(...of) })),
  },
}
