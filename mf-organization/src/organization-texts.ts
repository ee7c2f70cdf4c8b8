import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ErrorTexts, GeneralErrorCode } from 'kit'
import type { Role, UserErrorCode } from './generated/graphql.ts'

const invalidEmail = msg`Enter a complete email, like name@example.com.`
const notMember = msg`You’re no longer a member of this organization.`
const notAllowed = msg`Your role in this organization doesn’t allow this.`

const hasChanged = msg`Someone else saved another change. Yours isn’t saved yet.`

const goneMember = msg`This person is no longer a member.`

const onlyOwner = msg`The organization needs an owner. Make someone else an owner first.`

const noOrganization = msg`Choose an organization first.`

const beyondOwn = msg`Your role doesn’t allow this, or this role has permissions that yours lacks.`

const unknownPermission = msg`One of these permissions no longer exists. Reload the page.`

const formTexts = {
  PICTURE_UNREADABLE: msg`This file can’t be used. Choose a PNG, JPEG, WebP, GIF or AVIF picture.`,
  CONFIRMATION_WRONG: msg`That doesn’t match.`,
  NAME_MISSING: msg`Enter a name.`,
  KEY_INVALID: msg`Use at most 32 letters a to z, digits, dots, hyphens and underscores.`,
  SLUG_MISSING: msg`Enter a URL.`,
  SLUG_INVALID: msg`Use lowercase letters and digits, with hyphens between them.`,
  NO_EMAIL_SENT: msg`The invitation is open, but no email was sent because the person has received many lately. They see it after signing in, or you can send them the link.`,
  EVENTS_MISSING: msg`Choose at least one event.`,
  EMAIL_MISSING: msg`Enter at least one email.`,
  PEOPLE_MISSING: msg`Choose at least one person.`,
}

/** Only from calls about keys (keys/key-texts.ts). The form prevents some of them. */
type KeyErrorCode =
  | 'EXPIRES_IN_IS_TOO_LARGE'
  | 'INVALID_NAME_LENGTH'
  | 'INVALID_SCOPE'
  | 'KEY_NOT_FOUND'
  | 'NO_VALUES_TO_UPDATE'
  | 'TOO_MANY_KEYS'
  | 'YOU_ARE_NOT_ALLOWED_TO_MANAGE_KEYS'

const refusalTexts: ErrorTexts<Exclude<UserErrorCode, GeneralErrorCode | KeyErrorCode>> = {
  ORGANIZATION_ALREADY_EXISTS: msg`This URL is taken. Choose another one.`,
  ORGANIZATION_HAS_CHANGED: hasChanged,
  TEAM_HAS_CHANGED: hasChanged,
  ROLE_HAS_CHANGED: hasChanged,
  ORGANIZATION_NOT_FOUND: notMember,
  USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION: notMember,
  MEMBER_NOT_FOUND: goneMember,
  USER_IS_NOT_A_MEMBER_OF_THE_TEAM: msg`This person is no longer in the team.`,
  MEMBER_ROLES_HAVE_CHANGED: msg`Someone else changed this role. Your choice isn’t saved yet.`,
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION: msg`You can’t create organizations here.`,
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS: msg`You’ve reached the maximum number of organizations. Leave one first.`,
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION: notAllowed,
  SECOND_FACTOR_REQUIRED: msg`First sign in with a passkey or with a code from your authenticator app.`,
  YOU_ARE_NOT_ALLOWED_TO_REQUIRE_A_SECOND_FACTOR: notAllowed,
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION: notAllowed,
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE: msg`You can’t invite people with this role: it has permissions that yours lacks.`,
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: msg`This person is already a member.`,
  USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION: msg`This person already has an open invitation.`,
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER: notAllowed,
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER: notAllowed,
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER: notAllowed,
  YOU_ARE_NOT_ALLOWED_TO_REMOVE_A_TEAM_MEMBER: notAllowed,
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION: notAllowed,
  YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION: notAllowed,
  YOU_ARE_NOT_ALLOWED_TO_READ_THE_AUDIT_LOG: notAllowed,
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER: onlyOwner,
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER: onlyOwner,
  SESSION_IS_NOT_FRESH: msg`Not done yet. Try again, and confirm that it’s you.`,
  TEAM_NOT_FOUND: msg`This team no longer exists.`,
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS: msg`The organization has reached its maximum number of teams.`,
  UNABLE_TO_REMOVE_LAST_TEAM: msg`An organization needs at least one team.`,
  YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION: notAllowed,
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM: notAllowed,
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM: msg`You can’t remove this team: you’re in it, or you’re no longer a member of the organization.`,
  YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION: notAllowed,
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION: msg`This invitation was sent to another email.`,
  INVITATION_NOT_FOUND: msg`This invitation was already answered or canceled.`,
  TOO_MANY_INVITATIONS: msg`You’ve sent many invitations. Try again later. Once your email is verified, you can send more.`,
  INVITATION_LIMIT_REACHED: msg`There are too many open invitations. Cancel some first.`,
  ORGANIZATION_MEMBERSHIP_LIMIT_REACHED: msg`The organization has reached its maximum number of members.`,
  INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION: msg`The person who invited you is no longer a member. Ask for a new invitation.`,
  EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION: msg`Verify your email before you answer.`,
  FAILED_TO_RETRIEVE_INVITATION: msg`Something went wrong on our side. Try again in a moment.`,
  NO_ACTIVE_ORGANIZATION: noOrganization,
  ROLE_NOT_FOUND: msg`This role no longer exists. Reload the page.`,
  ROLE_NAME_IS_ALREADY_TAKEN: msg`Another role has this key. Choose another one.`,
  TOO_MANY_ROLES: msg`The organization has reached its maximum number of roles.`,
  MEMBERS_HAVE_THIS_ROLE: msg`Members already have a role with this key.`,
  ROLE_IS_ASSIGNED_TO_MEMBERS: msg`This role is in use, so it can’t be deleted.`,
  CANNOT_DELETE_A_PRE_DEFINED_ROLE: msg`Every organization has this role, so it can’t be deleted.`,
  YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS: notAllowed,
  WEBHOOK_NOT_FOUND: msg`This webhook no longer exists. Reload the page.`,
  WEBHOOK_IS_DISABLED: msg`The webhook is disabled. Enable it first.`,
  WEBHOOK_URL_IS_NOT_ALLOWED: msg`Enter a public URL that starts with https://.`,
  TOO_MANY_WEBHOOKS: msg`The organization has reached its maximum number of webhooks.`,
  DELIVERY_NOT_FOUND: msg`This delivery is no longer kept.`,
  INVALID_RESOURCE: unknownPermission,
  YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION: notMember,
  YOU_MUST_BE_IN_AN_ORGANIZATION_TO_CREATE_A_ROLE: noOrganization,
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_ROLE: beyondOwn,
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_A_ROLE: beyondOwn,
  YOU_ARE_NOT_ALLOWED_TO_DELETE_A_ROLE: beyondOwn,
}

export const organizationTexts = { ...formTexts, ...refusalTexts }

/** Only the email of an invitation can be malformed. */
export const invitationTexts = { ...organizationTexts, VALIDATION_ERROR: invalidEmail }

/** About another person: viewers who left see that the organization is gone. */
export const teamMemberTexts = { ...organizationTexts, USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION: goneMember }

export const roleNames: Record<Role, MessageDescriptor> = {
  OWNER: msg`Owner`,
  ADMIN: msg`Admin`,
  MEMBER: msg`Member`,
}

export const roleDescriptions: Record<string, MessageDescriptor> = {
  owner: msg`Full access, including adding owners and deleting the organization`,
  admin: msg`Manages settings, people and teams`,
  member: msg`Sees the organization and its members`,
}
