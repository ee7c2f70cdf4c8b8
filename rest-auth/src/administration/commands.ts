import { z } from 'zod'
import { transaction, type Context } from '../context.ts'
import { record } from '../journal/journal.ts'
import { requireNoSoleOwnership } from '../organization/member/sole-ownership.ts'
import { eraseAccount } from '../own-account/delete-user.ts'
import { readPersonalData } from '../personal-data/export.sql.ts'
import { requireKnownOwner } from '../proof/known-owner.ts'
import type { User } from '../user/user.ts'
import { readReason } from './act.ts'
import { ban, unban } from './ban.ts'
import { findUsers, listUsersQuery } from './list-users.sql.ts'
import { findAdministrators, lockPeople, type Person } from '../people/people.sql.ts'
import { announceReset } from './factor-reset/factor-reset.ts'
import { readPerson } from './person.sql.ts'
import { setRole } from './role.ts'

// For `npm run admin`, which may also ban administrators and remove the last one.

type Option = string | boolean | undefined
type Options = Readonly<Record<string, Option>>
/** As in the JSON of calls. */
const shownUser = z.looseObject({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  username: z.string().nullable(),
  emailVerified: z.boolean(),
  role: z.string(),
  banned: z.boolean(),
  banReason: z.string().nullable(),
  banExpires: z.string().nullable(),
  createdAt: z.string(),
})
const foundUsers = z.object({ users: z.array(shownUser), total: z.int() })
const shownPerson = z.object({
  user: shownUser,
  proved: z.boolean(),
  isOperator: z.boolean(),
  accounts: z.array(z.object({ provider: z.string() })),
  organizations: z.array(z.object({ slug: z.string(), role: z.string() })),
  soleOwnerships: z.array(z.object({ id: z.string(), name: z.string() })),
})
const maxFound = 100

export const reasonOf = (given: Option): string => readReason(typeof given === 'string' ? given : undefined)

/** In production it requires proved ownership. */
export async function addAdministrator(ctx: Context, user: User, { reason }: Options): Promise<string> {
  const isProved = await requireKnownOwner(ctx, user)
  await underLock(ctx, user, (tx, locked) => setRole(tx, locked, 'admin', reasonOf(reason)))
  return `${user.email} is an administrator${isProved ? '' : ', but has not proved ownership of the email'}.`
}

export async function removeAdministrator(ctx: Context, user: User, { reason }: Options): Promise<string> {
  await underLock(ctx, user, (tx, locked) => setRole(tx, locked, 'user', reasonOf(reason)))
  return `${user.email} is not an administrator.`
}

export async function describeAdministrators(ctx: Context): Promise<string> {
  const administrators = await findAdministrators(ctx)
  if (administrators.length === 0)
    return 'There are no administrators. Add one: npm run admin -- administrator add --email …'
  return administrators.map(({ email, name }) => `${email}, ${name}`).join('\n')
}

export async function banUser(ctx: Context, user: User, { reason, days }: Options): Promise<string> {
  if (days !== undefined && !/^[1-9]\d{0,3}$/.test(String(days)))
    throw new Error(`--days must be 1 to 9999, not ${days}.`)
  const banExpiresIn = days === undefined ? undefined : Number(days) * 86_400
  const given = { banReason: typeof reason === 'string' ? reason : undefined, banExpiresIn }
  await underLock(ctx, user, (tx, locked) => ban(tx, locked, given, reasonOf(reason)))
  return `${user.email} is banned. All sessions have ended.`
}

export async function unbanUser(ctx: Context, user: User, { reason }: Options): Promise<string> {
  await underLock(ctx, user, (tx, locked) => unban(tx, locked, reasonOf(reason)))
  return `${user.email} is not banned.`
}

/** People whose email starts with the text. */
export async function findPeople(ctx: Context, email: string, isJson: boolean): Promise<string> {
  const query = { searchValue: email, searchOperator: 'starts_with', sortBy: 'email', limit: maxFound }
  const page = await findUsers(ctx, listUsersQuery.parse(query))
  const { users, total } = foundUsers.parse(JSON.parse(page.slice(page.indexOf('\n') + 1)))
  if (isJson) return JSON.stringify(users, null, 2)
  if (total === 0) return `Nobody has an email that starts with ${email}.`
  const lines = users.map((user) => [user.email, user.name, ...(user.banned ? ['banned'] : [])].join(', '))
  return [...lines, ...(total > maxFound ? [`Only the first ${maxFound} of ${total} are shown.`] : [])].join('\n')
}

export async function showUser(ctx: Context, { id }: User, { json: isJson }: Options): Promise<string> {
  const json = z.string().parse(await readPerson(ctx, id))
  if (isJson) return JSON.stringify(JSON.parse(json), null, 2)
  const { user, proved, isOperator, accounts, organizations } = shownPerson.parse(JSON.parse(json))
  const rights = [user.role === 'admin' && 'administrator', isOperator && 'operator'].filter(Boolean)
  return [
    `${user.name} <${user.email}>`,
    `id             ${user.id}`,
    `username       ${user.username ?? '–'}`,
    `email          ${user.emailVerified ? 'verified' : 'not verified'}, ${proved ? 'proved' : 'not proved'}`,
    `signs in with  ${accounts.map(({ provider }) => provider).join(', ') || '–'}`,
    `organizations  ${organizations.map(({ slug, role }) => `${slug} (${role})`).join(', ') || '–'}`,
    `rights         ${rights.join(', ') || '–'}`,
    `banned         ${user.banned ? `until ${user.banExpires ?? 'it is lifted'}: ${user.banReason}` : 'no'}`,
    `since          ${user.createdAt}`,
  ].join('\n')
}

export async function exportUser(ctx: Context, user: User, { reason }: Options): Promise<string> {
  await transaction(ctx, async (tx) => record(tx, 'user.exported', { userId: user.id, reason: reasonOf(reason) }))
  return JSON.stringify(JSON.parse(await readPersonalData(ctx, user, null)), null, 2)
}

export async function eraseUser(ctx: Context, user: User, { reason }: Options): Promise<string> {
  const { soleOwnerships } = shownPerson.parse(JSON.parse(z.string().parse(await readPerson(ctx, user.id))))
  if (soleOwnerships.length > 0)
    throw new Error(
      [
        `${user.email} is the only owner of these organizations. Delete them first, or add an owner: npm run admin -- add-member --organization <id> --role owner --email …`,
        ...soleOwnerships.map(({ id, name }) => `${id} ${name}`),
      ].join('\n'),
    )
  await transaction(ctx, async (tx) => {
    await requireNoSoleOwnership(tx, user.id)
    record(tx, 'user.erased', { userId: user.id, reason: reasonOf(reason) })
    await eraseAccount(tx, user, user)
  })
  return `The account of ${user.email} is deleted.`
}

/** Also those of administrators, and after somebody has stopped it. */
export async function resetFactors(ctx: Context, user: User, { reason }: Options): Promise<string> {
  await underLock(ctx, user, (tx, locked) => announceReset(tx, locked, null, reasonOf(reason)))
  return `In 24 hours, the second factors and passkeys of ${user.email} are removed, unless the user stops it. The user was told by email.`
}

const underLock = (ctx: Context, { id }: User, run: (tx: Context, user: Person) => Promise<unknown>): Promise<void> =>
  transaction(ctx, async (tx) => {
    const user = (await lockPeople(tx, [id])).find((person) => person.id === id)
    if (user) await run(tx, user)
  })
