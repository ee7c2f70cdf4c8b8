import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

type Texts = Partial<Record<string, MessageDescriptor>>
export const roleNames: Texts = { owner: msg`Owner`, admin: msg`Admin`, member: msg`Member` }

/** By the names in docs/security-events.md, some with a reason or a provider, or by their noun. */
const texts: Texts = {
  'session.created': msg`Signed in`,
  'session.ended': msg`Sessions signed out`,
  'session.ended signed out': msg`Signed out`,
  'session.ended one revoked': msg`One session signed out`,
  'impersonation.started': msg`An administrator started acting as you: {reason}`,
  'impersonation.started none given': msg`An administrator started acting as you`,
  'impersonation.ended': msg`The administrator stopped acting as you`,
  'sign-in.refused': msg`Failed sign-in`,
  'one-time-token': msg`One-time sign-in`,
  'account.created': msg`Account created`,
  'account.claimed': msg`Earlier ways to sign in removed`,
  'account.exported': msg`Data downloaded`,
  'account.deletion-asked': msg`Account deletion requested`,
  'profile.changed': msg`Profile changed`,
  'password.changed': msg`Password changed`,
  'password.reset-asked': msg`Link for a new password requested`,
  'password.reset': msg`New password set`,
  'email.verified': msg`Email verified`,
  'email.change-asked': msg`Change of email requested`,
  'email.change-canceled': msg`Change of email canceled`,
  'email.changed': msg`Email changed`,
  'email.proof-withdrawn': msg`Email must be verified again`,
  'username.changed': msg`Username changed`,
  'provider.linked': msg`{provider} connected`,
  'provider.unlinked': msg`{provider} disconnected`,
  'provider.unlinked credential': msg`Password removed`,
  'passkey.added': msg`Passkey added`,
  'passkey.removed': msg`Passkey removed`,
  'organization.created': msg`Created {organization}`,
  'organization.changed': msg`Changed settings of {organization}`,
  'organization.second-factor-required': msg`Required a second factor in {organization}`,
  'organization.second-factor-not-required': msg`Stopped requiring a second factor in {organization}`,
  'organization.deleted': msg`Deleted {organization}`,
  'organization.deleted-by-administrator': msg`Deleted {organization}`,
  'member.joined': msg`Joined {organization}`,
  'member.role-changed': msg`Role in {organization} changed to {roles}`,
  'member.team-changed': msg`Team in {organization} changed`,
  'owner.changed': msg`Role in {organization} changed to {roles}`,
  'member.removed': msg`Removed from {organization}`,
  'member.left': msg`Left {organization}`,
  role: msg`Changed roles of {organization}`,
  team: msg`Changed teams of {organization}`,
  'invitation.sent': msg`Sent an invitation to {organization}`,
  'invitation.accepted': msg`Accepted an invitation to {organization}`,
  'invitation.rejected': msg`Declined an invitation to {organization}`,
  'invitation.canceled': msg`Canceled an invitation to {organization}`,
  'outbox.resent': msg`Emails sent again`,
  'outbox.dropped': msg`Emails deleted`,
  operator: msg`Operator rights changed`,
  user: msg`Account changed by an administrator`,
  'password.set-by-administrator': msg`New password set by an administrator`,
  'user.email-change-asked': msg`Change of email requested by an administrator`,
  'user.email-change-canceled': msg`Change of email by an administrator canceled`,
  'user.exported': msg`Data downloaded by an administrator`,
  'sessions.ended-by-administrator': msg`Sessions signed out by an administrator`,
}

/** Events of a newer server have no text yet. */
export const textOf = (event: string, detail: string): MessageDescriptor =>
  texts[`${event} ${detail}`] ?? texts[event] ?? texts[event.split('.')[0] ?? ''] ?? msg`Other activity`
