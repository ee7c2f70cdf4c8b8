import { findPasswordHash } from '../account/account.sql.ts'
import { transaction, type Context } from '../context.ts'
import { requirePassword } from '../credential/password.ts'
import { ApiError } from '../errors.ts'
import { record } from '../journal/journal.ts'
import { emailUser } from '../mail/outbox.ts'
import { describeCaller, type Client } from '../session/create-session.ts'
import { endTrustedDevices } from '../session/second-factor.sql.ts'
import { requireFactorProof, requireFresh } from '../session/session-guard.ts'
import type { ActiveSession } from '../session/session.ts'
import { lockUserById, updateUser } from '../user/user.sql.ts'
import type { User } from '../user/user.ts'
import { hashBackupCode, newBackupCodes, newSecret, open, seal } from './secret.ts'
import { totpUri } from './totp.ts'
import { deleteFactor, findFactor, replaceBackupCodes, upsertFactor } from './two-factor.sql.ts'

/** The password, or a recent sign-in of people who have none. */
export async function requireOwner(ctx: Context, active: ActiveSession, password: string | undefined): Promise<void> {
  if ((await findPasswordHash(ctx, active.user.id)) === null) return requireFresh(ctx, active)
  if (password === undefined) throw new ApiError('INVALID_PASSWORD')
  await requirePassword(ctx, active.user, password)
}

/** Also the factor, shown recently: for what weakens or copies it. */
export async function requireProvenOwner(
  ctx: Context,
  active: ActiveSession,
  password: string | undefined,
): Promise<void> {
  await requireOwner(ctx, active, password)
  await requireFactorProof(ctx, active)
}

/** Needs `verify-totp` next, and asks for nothing until then. */
export async function startEnabling(ctx: Context, user: User, issuer: string | undefined) {
  const [secret, backupCodes] = [newSecret(), newBackupCodes()]
  const row = {
    userId: user.id,
    secret: seal(ctx, user.id, secret),
    backupCodes: backupCodes.map((code) => hashBackupCode(secret, code)),
    createdAt: ctx.now(),
  }
  if (!(await upsertFactor(ctx, row))) throw new ApiError('TOTP_ALREADY_ENABLED')
  return { method: 'totp' as const, totpURI: uriOf(ctx, user, secret, issuer), backupCodes }
}

const uriOf = (ctx: Context, user: User, secret: string, issuer?: string): string =>
  totpUri(secret, issuer || ctx.config.PRODUCT_NAME, user.email)

/** For another app of the same person. */
export async function readUri(ctx: Context, user: User): Promise<string> {
  const factor = await findFactor(ctx, user.id)
  if (!factor) throw new ApiError('TOTP_NOT_ENABLED')
  return uriOf(ctx, user, open(ctx, factor))
}

export async function renewBackupCodes(ctx: Context, user: User): Promise<string[]> {
  const factor = await findFactor(ctx, user.id)
  if (!factor?.verifiedAt) throw new ApiError('TWO_FACTOR_NOT_ENABLED')
  const secret = open(ctx, factor)
  const codes = newBackupCodes()
  const hashes = codes.map((code) => hashBackupCode(secret, code))
  await transaction(ctx, async (tx) => {
    if (!(await replaceBackupCodes(tx, factor, hashes))) throw new ApiError('TWO_FACTOR_NOT_ENABLED')
    record(tx, 'backup-codes.renewed', {})
  })
  return codes
}

/** Emails the user. Also ends what trusted devices and waiting sign-ins rely on. */
export async function disable(ctx: Context, { id }: User, client: Client): Promise<User> {
  return transaction(ctx, async (tx) => {
    const user = await lockUserById(tx, id)
    await deleteFactor(tx, id)
    await endTrustedDevices(tx, id)
    const changed = user && (await updateUser(tx, id, { twoFactorEnabled: false }))
    if (!changed) throw new ApiError('UNAUTHORIZED')
    if (user.twoFactorEnabled) {
      record(tx, 'two-factor.disabled', {})
      await emailUser(tx, changed, 'twoFactorDisabled', describeCaller(client))
    }
    return changed
  })
}
