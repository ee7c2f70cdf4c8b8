import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const roleChanged = msg`Role changed`

/** By the names in docs/security-events.md, some with the reason or the provider. */
const texts: Partial<Record<string, MessageDescriptor>> = {
  'session.created': msg`Signed in`,
  'session.ended': msg`Sessions signed out`,
  'session.ended signed out': msg`Signed out`,
  'session.ended one revoked': msg`One session signed out`,
  'sign-in.refused': msg`Failed sign-in`,
  'one-time-token': msg`One-time sign-in`,
  'account.created': msg`Account created`,
  'account.claimed': msg`Earlier ways to sign in removed`,
  'account.deletion-asked': msg`Account deletion requested`,
  'profile.changed': msg`Profile changed`,
  'password.changed': msg`Password changed`,
  'password.reset-asked': msg`Link for a new password requested`,
  'password.reset': msg`New password set`,
  'password.set-by-administrator': msg`New password set`,
  'email.verified': msg`Email verified`,
  'email.change-asked': msg`Change of email requested`,
  'email.change-canceled': msg`Change of email canceled`,
  'email.changed': msg`Email changed`,
  'username.changed': msg`Username changed`,
  'provider.linked': msg`Provider connected`,
  'provider.unlinked': msg`Provider disconnected`,
  'provider.unlinked credential': msg`Password removed`,
  'organization.created': msg`Organization created`,
  'organization.changed': msg`Settings changed`,
  'organization.deleted': msg`Organization deleted`,
  'member.joined': msg`Member joined`,
  'member.role-changed': roleChanged,
  'member.team-changed': msg`Member’s team changed`,
  'owner.changed': msg`Owner changed`,
  'member.removed': msg`Member removed`,
  'member.left': msg`Member left`,
  'invitation.sent': msg`Invitation sent`,
  'invitation.accepted': msg`Invitation accepted`,
  'invitation.rejected': msg`Invitation declined`,
  'invitation.canceled': msg`Invitation canceled`,
  'team.created': msg`Team created`,
  'team.changed': msg`Team renamed`,
  'team.deleted': msg`Team removed`,
  operator: msg`Operator rights changed`,
  'user.role-changed': roleChanged,
  'user.banned': msg`Banned`,
  'user.unbanned': msg`Ban lifted`,
  'user.created-by-administrator': msg`Account created`,
  'user.changed-by-administrator': msg`Profile changed`,
  'sessions.ended-by-administrator': msg`Sessions signed out`,
}

/** Null for events of a newer server. */
export const textOf = (event: string, detail: string): MessageDescriptor | null =>
  texts[`${event} ${detail}`] ?? texts[event] ?? texts[event.split('.')[0] ?? ''] ?? null
