import { msg } from '@lingui/core/macro'
import type { ErrorTexts, RefusalOf } from 'kit'

const isProtected = msg`Administrators and operators can’t be banned, deleted or given a password here.`
const notAllowed = msg`You don’t have permission to do this.`

const refusalTexts: ErrorTexts<
  RefusalOf<
    | '/admin/ban-user'
    | '/admin/delete-organization'
    | '/admin/drop-email'
    | '/admin/change-user-email'
    | '/admin/remove-user'
    | '/admin/reset-factors'
    | '/admin/resend-email'
    | '/admin/revoke-user-sessions'
    | '/admin/set-role'
    | '/admin/set-user-password'
  >
> = {
  USER_NOT_FOUND: msg`This account no longer exists.`,
  ORGANIZATION_NOT_FOUND: msg`This organization no longer exists.`,
  EMAIL_NOT_FOUND: msg`This email is no longer here.`,
  EMAIL_CANNOT_BE_SENT: msg`Its link no longer works, so it can’t be sent. The person can ask for a new one.`,
  SESSION_IS_NOT_FRESH: msg`Not done yet. Try again, and confirm that it’s you.`,
  SECOND_FACTOR_REQUIRED: msg`First sign in with a passkey or with a code from your authenticator app.`,
  EMAIL_IS_THE_SAME: msg`This is already their email.`,
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: msg`Another account has this email.`,
  YOU_ARE_NOT_ALLOWED_TO_BAN_USERS: isProtected,
  YOU_ARE_NOT_ALLOWED_TO_DELETE_USERS: isProtected,
  YOU_ARE_NOT_ALLOWED_TO_SET_USERS_EMAIL: notAllowed,
  YOU_ARE_NOT_ALLOWED_TO_SET_USERS_PASSWORD: isProtected,
  YOU_ARE_NOT_ALLOWED_TO_RESET_FACTORS: isProtected,
  FACTOR_RESET_WAS_STOPPED: msg`They stopped a reset less than a week ago. Talk to them before you try again.`,
  YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE: notAllowed,
  YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS: notAllowed,
  YOU_CANNOT_BAN_YOURSELF: isProtected,
  YOU_CANNOT_REMOVE_YOURSELF: isProtected,
  YOU_CANNOT_REMOVE_THE_LAST_ADMINISTRATOR: msg`They’re the only administrator. Make someone else one first.`,
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER: msg`They’re the only owner of an organization. Make someone else an owner or delete it first.`,
  EMAIL_NOT_VERIFIED: msg`They haven’t proved that the email is theirs.`,
  PASSWORD_TOO_COMMON: msg`Too easy to guess. Choose a password that isn’t common or close to your name or email.`,
  PASSWORD_TOO_SHORT: msg`This password is too short. Choose a longer one.`,
  PASSWORD_TOO_LONG: msg`This password is too long. Choose a shorter one.`,
}

export const adminTexts = {
  ...refusalTexts,
  VALIDATION_ERROR: msg`Enter a complete email, like name@example.com.`,
  REASON_MISSING: msg`Say why. The journal keeps it.`,
}
