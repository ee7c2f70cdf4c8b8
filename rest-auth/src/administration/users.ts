import { setPasswordHash } from '../account/account.sql.ts'
import { transaction, type Context } from '../context.ts'
import { requireUncommon } from '../credential/common-password.ts'
import { buildUser, checkPasswordLength, reserveUsername } from '../credential/credential.ts'
import { finishPasswordChange } from '../credential/password.ts'
import { hashPassword } from '../crypto/password.ts'
import { ApiError } from '../errors.ts'
import { record } from '../journal/journal.ts'
import { changeProfile } from '../own-account/update-user.ts'
import { refuseIfTaken } from '../unique-violation.ts'
import { newEmailSchema } from '../user/email.ts'
import type { Profile, User } from '../user/user.ts'
import { findUserById, insertUser } from '../user/user.sql.ts'
import { checkUsername, requireFreeUsername } from '../username/username.ts'
import { deleteAllSessions } from '../people/people.sql.ts'

export async function requirePerson(ctx: Context, id: string): Promise<User> {
  const user = await findUserById(ctx, id)
  if (!user) throw new ApiError('PERSON_NOT_FOUND')
  return user
}

/** Refuses in the transaction, before it writes. */
type Authorize = (tx: Context) => Promise<unknown>

/** The owner of the email has proved nothing yet, and gets no email. */
export async function createUser(
  ctx: Context,
  input: Profile & { email: string; password: string | undefined },
  reason: string,
  authorize: Authorize,
): Promise<User> {
  const { password, username } = input
  const email = newEmailSchema.safeParse(input.email).data
  if (email === undefined) throw new ApiError('INVALID_EMAIL')
  if (username !== undefined) checkUsername(ctx, username)
  if (username !== undefined) await requireFreeUsername(ctx, username)
  const passwordHash = password ? await hashNewPassword(ctx, password, { ...input, email }) : null
  const user = await buildUser(ctx, email, input)
  return transaction(ctx, async (tx) => {
    await authorize(tx)
    await reserveUsername(tx, user)
    await insertUser(tx, user)
    if (passwordHash !== null) await setPasswordHash(tx, user.id, passwordHash)
    record(tx, 'user.created-by-administrator', { userId: user.id, reason })
    return user
  }).catch(refuseIfTaken('user_email_key', 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL'))
}

export async function hashNewPassword(ctx: Context, password: string, owner: Parameters<typeof requireUncommon>[2]) {
  checkPasswordLength(ctx, password)
  await requireUncommon(ctx, password, owner)
  return hashPassword(password)
}

export async function changeUser(
  ctx: Context,
  id: string,
  changes: Profile,
  reason: string,
  authorize: Authorize,
): Promise<User> {
  if (changes.username !== undefined) checkUsername(ctx, changes.username)
  const user = await requirePerson(ctx, id)
  const fields = Object.keys(changes)
  const recordChange = (tx: Context) => record(tx, 'user.changed-by-administrator', { userId: id, fields, reason })
  const changed = await changeProfile(ctx, user, changes, recordChange, authorize)
  return changed ?? user
}

/** Ends all sessions and emailed reset links, and tells the user by email. */
export async function setUserPassword(tx: Context, user: User, passwordHash: string, reason: string): Promise<void> {
  await setPasswordHash(tx, user.id, passwordHash)
  await deleteAllSessions(tx, user.id)
  await finishPasswordChange(tx, user)
  record(tx, 'password.set-by-administrator', { userId: user.id, reason })
}
