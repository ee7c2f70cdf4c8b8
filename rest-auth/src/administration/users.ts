import { setPasswordHash } from '../account/account.sql.ts'
import { transaction, type Context } from '../context.ts'
import { requireUncommon } from '../credential/common-password.ts'
import { buildUser, checkPasswordLength, reserveUsername } from '../credential/credential.ts'
import { finishPasswordChange } from '../credential/password.ts'
import { hashPassword } from '../crypto/password.ts'
import { ApiError } from '../errors.ts'
import { record } from '../journal/journal.ts'
import { requireNoSoleOwnership } from '../organization/member/sole-ownership.ts'
import { eraseAccount } from '../own-account/delete-user.ts'
import { changeProfile } from '../own-account/update-user.ts'
import type { ActiveSession } from '../session/session.ts'
import { refuseIfTaken } from '../unique-violation.ts'
import { newEmailSchema } from '../user/email.ts'
import type { Profile, User } from '../user/user.ts'
import { findUserById, insertUser } from '../user/user.sql.ts'
import { checkUsername, requireFreeUsername } from '../username/username.ts'
import { actOn } from './act.ts'
import { deleteAllSessions } from '../people/people.sql.ts'

export async function requirePerson(ctx: Context, id: string): Promise<User> {
  const user = await findUserById(ctx, id)
  if (!user) throw new ApiError('PERSON_NOT_FOUND')
  return user
}

/** The owner of the email has proved nothing yet, and gets no email. */
export async function createUser(
  ctx: Context,
  input: Profile & { email: string; password: string | undefined },
  reason: string,
): Promise<User> {
  const { password, username } = input
  const email = newEmailSchema.safeParse(input.email).data
  if (email === undefined) throw new ApiError('INVALID_EMAIL')
  if (username !== undefined) checkUsername(ctx, username)
  if (username !== undefined) await requireFreeUsername(ctx, username)
  const passwordHash = password ? await hashNewPassword(ctx, password, { ...input, email }) : null
  const user = await buildUser(ctx, email, input)
  return transaction(ctx, async (tx) => {
    await reserveUsername(tx, user)
    await insertUser(tx, user)
    if (passwordHash !== null) await setPasswordHash(tx, user.id, passwordHash)
    record(tx, 'user.created-by-administrator', { userId: user.id, reason })
    return user
  }).catch(refuseIfTaken('user_email_key', 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL'))
}

async function hashNewPassword(ctx: Context, password: string, owner: Parameters<typeof requireUncommon>[2]) {
  checkPasswordLength(ctx, password)
  await requireUncommon(ctx, password, owner)
  return hashPassword(password)
}

export async function changeUser(ctx: Context, id: string, changes: Profile, reason: string): Promise<User> {
  if (changes.username !== undefined) checkUsername(ctx, changes.username)
  const user = await requirePerson(ctx, id)
  const fields = Object.keys(changes)
  const changed = await changeProfile(ctx, user, changes, (tx) =>
    record(tx, 'user.changed-by-administrator', { userId: id, fields, reason }),
  )
  return changed ?? user
}

/** Ends all sessions and emailed reset links, and tells the user by email. */
export async function setUserPassword(
  ctx: Context,
  active: ActiveSession,
  { userId, newPassword }: { userId: string; newPassword: string },
  reason: string,
): Promise<void> {
  const refusal = 'YOU_ARE_NOT_ALLOWED_TO_SET_USERS_PASSWORD'
  const passwordHash = await hashNewPassword(ctx, newPassword, await requirePerson(ctx, userId))
  await actOn(ctx, active, userId, { refusal, ofProtected: refusal }, async (tx, target) => {
    await setPasswordHash(tx, userId, passwordHash)
    await deleteAllSessions(tx, userId)
    await finishPasswordChange(tx, target)
    record(tx, 'password.set-by-administrator', { userId, reason })
  })
}

export function removeUser(ctx: Context, active: ActiveSession, userId: string, reason: string): Promise<void> {
  const refusal = 'YOU_ARE_NOT_ALLOWED_TO_DELETE_USERS'
  const rule = {
    refusal,
    ofProtected: refusal,
    ofOneself: 'YOU_CANNOT_REMOVE_YOURSELF',
    lock: (tx: Context) => requireNoSoleOwnership(tx, userId),
  } as const
  return actOn(ctx, active, userId, rule, async (tx, target) => {
    record(tx, 'user.erased', { userId, reason })
    await eraseAccount(tx, target, active.user)
  })
}
