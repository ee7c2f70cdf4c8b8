import { transaction, type Context } from '../context.ts'
import { requireKnownOwner } from '../proof/known-owner.ts'
import type { User } from '../user/user.ts'
import { readReason } from './act.ts'
import { ban, unban } from './ban.ts'
import { findAdministrators, lockPeople } from './people.sql.ts'
import { setRole } from './role.ts'

// For `npm run admin`, which may also ban administrators and remove the last one.

type Option = string | boolean | undefined
const reasonOf = (given: Option): string => readReason(typeof given === 'string' ? given : undefined)

/** In production it requires proved ownership. */
export async function addAdministrator(ctx: Context, user: User, reason: Option): Promise<string> {
  const isProved = await requireKnownOwner(ctx, user)
  await underLock(ctx, user, (tx, locked) => setRole(tx, locked, 'admin', reasonOf(reason)))
  return `${user.email} is an administrator${isProved ? '' : ', but has not proved ownership of the email'}.`
}

export async function removeAdministrator(ctx: Context, user: User, reason: Option): Promise<string> {
  await underLock(ctx, user, (tx, locked) => setRole(tx, locked, 'user', reasonOf(reason)))
  return `${user.email} is not an administrator.`
}

export async function describeAdministrators(ctx: Context): Promise<string> {
  const administrators = await findAdministrators(ctx)
  if (administrators.length === 0)
    return 'There are no administrators. Add one: npm run admin -- administrator add --email …'
  return administrators.map(({ email, name }) => `${email}, ${name}`).join('\n')
}

export async function banUser(
  ctx: Context,
  user: User,
  { reason, days }: Readonly<Record<string, Option>>,
): Promise<string> {
  if (days !== undefined && !/^[1-9]\d{0,3}$/.test(String(days)))
    throw new Error(`--days must be 1 to 9999, not ${days}.`)
  const banExpiresIn = days === undefined ? undefined : Number(days) * 86_400
  const given = { banReason: typeof reason === 'string' ? reason : undefined, banExpiresIn }
  await underLock(ctx, user, (tx, locked) => ban(tx, locked, given, reasonOf(reason)))
  return `${user.email} is banned. All sessions have ended.`
}

export async function unbanUser(ctx: Context, user: User, reason: Option): Promise<string> {
  await underLock(ctx, user, (tx, locked) => unban(tx, locked, reasonOf(reason)))
  return `${user.email} is not banned.`
}

const underLock = (ctx: Context, { id }: User, run: (tx: Context, user: User) => Promise<unknown>): Promise<void> =>
  transaction(ctx, async (tx) => {
    const user = (await lockPeople(tx, [id])).find((person) => person.id === id)
    if (user) await run(tx, user)
  })
