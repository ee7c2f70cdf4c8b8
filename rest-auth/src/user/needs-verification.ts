import type { Context } from '../context.ts'
import { isPlaceholderEmail } from './email.ts'
import type { User } from './user.ts'

/** Nobody can read mail sent to a placeholder, so it never needs verification. */
export const needsVerification = ({ config }: Context, { email, emailVerified }: User): boolean =>
  config.EMAIL_VERIFICATION_REQUIRED && !emailVerified && !isPlaceholderEmail(email)

/** A stranger may have chosen the password, and a mail scanner may have verified the email. */
export const needsProof = (ctx: Context, user: User, isProved: boolean): boolean =>
  needsVerification(ctx, { ...user, emailVerified: false }) && !(user.emailVerified && isProved)
