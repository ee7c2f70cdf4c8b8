import type { Statements } from 'database/connect.ts'
import { fixed, sql } from 'database/sql.ts'
import { expect, test } from 'vitest'
import { encrypt } from '../crypto/encryption.ts'
import { sealPurpose } from '../mail/mail.sql.ts'
import { findUserById } from '../user/user.sql.ts'
import { addOperator } from '../operator/operator.ts'
import type { Browser, Result } from '../testing/browser.ts'
import { found } from '../testing/organizations.ts'
import { routesOf } from '../testing/routes.ts'
import { startTestApp, type SignedIn } from '../testing/start-test-app.ts'
import { statementsWait } from '../testing/statements.ts'
import { lockPeople } from '../people/people.sql.ts'

// Each act, by each kind of actor, on each kind of user. With TEST_FULL all combinations, otherwise
// some that contain every pair.

const t = await startTestApp()
const setRole = (id: string, role: string) => t.ctx.db.write`update "user" set "role" = ${role} where "id" = ${id}`

const actors = [
  'nobody',
  'user',
  'operator',
  'stale administrator',
  'administrator',
  'impersonating administrator',
] as const
const targets = ['user', 'administrator', 'operator', 'oneself', 'unknown'] as const
type Actor = (typeof actors)[number]
type Target = (typeof targets)[number]

async function make(kind: 'user' | 'operator' | 'administrator'): Promise<SignedIn> {
  const person = await t.signUp()
  if (kind === 'administrator') await setRole(person.id, 'admin')
  const user = kind === 'operator' && (await findUserById(t.ctx, person.id))
  if (user) await addOperator(t.ctx, user)
  return person
}

const { id: organizationId } = await found(t)
const sealed = encrypt(t.ctx.config.secrets, sealPurpose({ id: 'dead' }), '{}')

interface Act {
  readonly refusal: string
  readonly send: (actor: Browser, userId: string) => Promise<Result>
  /** Allowed without a recent sign-in. */
  readonly isRead?: true
  /** Administrators and operators are protected from it, by this code. */
  readonly protects?: string
  readonly protectsOperators?: boolean
  readonly oneself?: [status: number, code: string]
  readonly unknown?: 200
}

const post =
  (path: string, body: object = {}) =>
  (actor: Browser, userId: string) =>
    actor.post(`/admin/${path}`, { userId, ...body })

const acts: Record<string, Act> = {
  'impersonate-user': {
    refusal: 'YOU_ARE_NOT_ALLOWED_TO_IMPERSONATE_USERS',
    send: post('impersonate-user'),
    protects: 'YOU_CANNOT_IMPERSONATE_ADMINS',
    oneself: [403, 'YOU_CANNOT_IMPERSONATE_ADMINS'],
  },
  'create-user': {
    refusal: 'YOU_ARE_NOT_ALLOWED_TO_CREATE_USERS',
    send: (actor) => actor.post('/admin/create-user', { email: `${crypto.randomUUID()}@x.test`, name: 'x' }),
    unknown: 200,
  },
  'revoke-user-session': {
    refusal: 'YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS',
    async send(actor, id) {
      const [session] = await t.ctx.db.read<{ token: string }[]>`select "token" from "session" where "userId" = ${id}`
      return actor.post('/admin/revoke-user-session', { sessionToken: session?.token ?? 'unknown' })
    },
    unknown: 200,
  },
  'get-user': {
    refusal: 'YOU_ARE_NOT_ALLOWED_TO_GET_USER',
    send: (actor, id) => actor.get('/admin/get-user', { query: { id } }),
    isRead: true,
  },
  'export-user': { refusal: 'YOU_ARE_NOT_ALLOWED_TO_GET_USER', send: post('export-user') },
  user: {
    refusal: 'YOU_ARE_NOT_ALLOWED_TO_GET_USER',
    send: (actor, id) => actor.get('/admin/user', { query: { id } }),
    isRead: true,
  },
  'user-activity': {
    refusal: 'YOU_ARE_NOT_ALLOWED_TO_GET_USER',
    send: (actor, userId) => actor.get('/admin/user-activity', { query: { userId } }),
    isRead: true,
    unknown: 200,
  },
  ...Object.fromEntries(
    ['list-organizations', 'organization', 'audit-log'].map((name) => [
      name,
      {
        refusal: 'YOU_ARE_NOT_ALLOWED_TO_READ_ORGANIZATIONS',
        send: (actor: Browser) => {
          const id = organizationId
          return actor.get(`/admin/${name}`, { query: { id, organizationId: id } })
        },
        isRead: true,
        unknown: 200,
      } as const,
    ]),
  ),
  'delete-organization': {
    refusal: 'YOU_ARE_NOT_ALLOWED_TO_DELETE_ORGANIZATIONS',
    send: async (actor) => actor.post('/admin/delete-organization', { organizationId: (await found(t)).id }),
    unknown: 200,
  },
  ...Object.fromEntries(
    ['create-webhook', 'update-webhook', 'rotate-webhook-secret', 'delete-webhook'].map((name) => [
      name,
      {
        refusal: 'YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS',
        async send(actor: Browser) {
          await t.ctx.db.write`delete from "webhook"`
          await t.ctx.db.write`
            insert into "webhook" ("id", "url", "secret", "createdAt", "readUntil", "leasedUntil")
            values ('one', 'https://x.test/', 'x', now(), now(), now())`
          return actor.post(`/admin/${name}`, { webhookId: 'one', url: 'https://y.test/' })
        },
        unknown: 200,
      } as const,
    ]),
  ),
  'list-emails': {
    refusal: 'YOU_ARE_NOT_ALLOWED_TO_MANAGE_EMAILS',
    send: (actor) => actor.get('/admin/list-emails'),
    isRead: true,
    unknown: 200,
  },
  ...Object.fromEntries(
    ['resend-email', 'drop-email'].map((name) => [
      name,
      {
        refusal: 'YOU_ARE_NOT_ALLOWED_TO_MANAGE_EMAILS',
        async send(actor: Browser) {
          await t.ctx.db.write`
            insert into "mail" ("id", "to", "template", "data", "language", "createdAt", "nextAttemptAt", "deadAt")
            values ('dead', 'x@x.test', 'emailChanged', ${sql.json({ sealed })}, 'en', now(), now(), now())
            on conflict ("id") do update set "deadAt" = now(), "data" = excluded."data"`
          const [row] = await t.ctx.db.read<{ number: string }[]>`select "number" from "mail" where "id" = 'dead'`
          return actor.post(`/admin/${name}`, { number: Number(row?.number) })
        },
        unknown: 200,
      } as const,
    ]),
  ),
  'list-users': {
    refusal: 'YOU_ARE_NOT_ALLOWED_TO_LIST_USERS',
    send: (actor) => actor.get('/admin/list-users'),
    isRead: true,
    unknown: 200,
  },
  'list-user-sessions': {
    refusal: 'YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_SESSIONS',
    send: post('list-user-sessions'),
    isRead: true,
    unknown: 200,
  },
  'update-user': { refusal: 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_USERS', send: post('update-user', { data: { name: 'x' } }) },
  'set-role': {
    refusal: 'YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE',
    send: post('set-role', { role: 'user' }),
    protects: 'YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE',
    protectsOperators: false,
  },
  promotion: { refusal: 'YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE', send: post('set-role', { role: 'admin' }) },
  'ban-user': {
    refusal: 'YOU_ARE_NOT_ALLOWED_TO_BAN_USERS',
    send: post('ban-user'),
    protects: 'YOU_ARE_NOT_ALLOWED_TO_BAN_USERS',
    oneself: [400, 'YOU_CANNOT_BAN_YOURSELF'],
  },
  'unban-user': { refusal: 'YOU_ARE_NOT_ALLOWED_TO_BAN_USERS', send: post('unban-user') },
  'set-user-password': {
    refusal: 'YOU_ARE_NOT_ALLOWED_TO_SET_USERS_PASSWORD',
    send: post('set-user-password', { newPassword: 'quite another battery' }),
    protects: 'YOU_ARE_NOT_ALLOWED_TO_SET_USERS_PASSWORD',
    oneself: [403, 'YOU_ARE_NOT_ALLOWED_TO_SET_USERS_PASSWORD'],
  },
  'change-user-email': {
    refusal: 'YOU_ARE_NOT_ALLOWED_TO_SET_USERS_EMAIL',
    send: (actor, userId) =>
      actor.post('/admin/change-user-email', { userId, newEmail: `${crypto.randomUUID()}@x.test` }),
    protects: 'YOU_ARE_NOT_ALLOWED_TO_SET_USERS_EMAIL',
    oneself: [403, 'YOU_ARE_NOT_ALLOWED_TO_SET_USERS_EMAIL'],
  },
  'reset-factors': {
    refusal: 'YOU_ARE_NOT_ALLOWED_TO_RESET_FACTORS',
    send: post('reset-factors'),
    protects: 'YOU_ARE_NOT_ALLOWED_TO_RESET_FACTORS',
    oneself: [403, 'YOU_ARE_NOT_ALLOWED_TO_RESET_FACTORS'],
  },
  'cancel-factor-reset': { refusal: 'YOU_ARE_NOT_ALLOWED_TO_RESET_FACTORS', send: post('cancel-factor-reset') },
  'cancel-user-email-change': {
    refusal: 'YOU_ARE_NOT_ALLOWED_TO_SET_USERS_EMAIL',
    send: post('cancel-user-email-change'),
  },
  'revoke-user-sessions': {
    refusal: 'YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS',
    send: post('revoke-user-sessions'),
  },
  'remove-user': {
    refusal: 'YOU_ARE_NOT_ALLOWED_TO_DELETE_USERS',
    send: post('remove-user'),
    protects: 'YOU_ARE_NOT_ALLOWED_TO_DELETE_USERS',
    oneself: [400, 'YOU_CANNOT_REMOVE_YOURSELF'],
  },
}

function expected(
  { refusal, isRead, protects, protectsOperators = true, oneself, unknown }: Act,
  actor: Actor,
  target: Target,
) {
  if (actor === 'nobody') return [401, 'UNAUTHORIZED']
  if (actor === 'impersonating administrator') return [403, 'NOT_ALLOWED_WHILE_IMPERSONATING']
  if (actor === 'user' || actor === 'operator') return [403, refusal]
  if (actor === 'stale administrator' && !isRead) return [403, 'SESSION_IS_NOT_FRESH']
  if (target === 'unknown' && !unknown) return [404, 'USER_NOT_FOUND']
  if (target === 'oneself' && oneself) return oneself
  const isProtected = target === 'administrator' || (target === 'operator' && protectsOperators)
  return protects && isProtected ? [403, protects] : [200, undefined]
}

const cases = Object.entries(acts).flatMap(([name, act], a) =>
  targets.flatMap((target, b) =>
    actors.flatMap((actor, c) =>
      process.env['TEST_FULL'] || (a + b + c) % targets.length === 0 ? [{ name, act, target, actor }] : [],
    ),
  ),
)

test.each(cases)('$name by $actor on $target', async ({ act, target, actor }) => {
  const isAdministrator = actor.endsWith('administrator')
  const self =
    actor === 'nobody' ? null : await make(isAdministrator ? 'administrator' : actor === 'operator' ? actor : 'user')
  if (actor === 'stale administrator')
    await t.ctx.db
      .write`update "session" set "updatedAt" = "updatedAt" - interval '2 days' where "userId" = ${self?.id ?? ''}`
  if (self && actor === 'impersonating administrator')
    await self.post('/admin/impersonate-user', { userId: (await t.signUp()).id })
  const isMade = target !== 'oneself' && target !== 'unknown'
  const userId = isMade ? (await make(target)).id : target === 'oneself' ? (self?.id ?? 'nobody') : 'unknown'
  const { status, body } = await act.send(self ?? t.browser(), userId)
  expect([status, status === 200 ? undefined : Object(body).code]).toEqual(expected(act, actor, target))
})

test('leaves out no act', async () => {
  const routes = (await routesOf(t.app)).filter(
    ({ path, journal }) => path.startsWith('/admin/') && Array.isArray(journal),
  )
  const names = routes.map(({ path }) => path.slice('/admin/'.length)).filter((name) => name !== 'stop-impersonating')
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((name) => !Object.hasOwn(acts, name))).toEqual([])
})

const changes = Object.entries(acts).filter(([, { isRead }]) => !isRead)

test.each(changes)(
  'refuses %s if its actor is demoted meanwhile, and changes nothing',
  async (_, { send, refusal }) => {
    const [admin, user] = [await make('administrator'), await make('user')]
    const tables = ['user', 'session', 'account', 'verification', 'organization', 'member', 'mail', 'journal']
    const hashes = tables.map((table) => `select sum(hashtextextended(x::text, 0)) from "${table}" x`)
    const hashAll = ({ read }: Pick<Statements, 'read'>) => read`${fixed(hashes.join(' union all '))}`
    const { acting, before } = await t.ctx.database.begin(async (db) => {
      await lockPeople({ ...t.ctx, db }, [])
      const request = send(admin, user.id)
      await statementsWait(t, 1)
      await db.write`update "user" set "role" = 'user' where "id" = ${admin.id}`
      return { acting: request, before: await hashAll(db) }
    })
    expect((await acting).at('code')).toBe(refusal)
    expect(await hashAll(t.ctx.db)).toEqual(before)
  },
)
