import { betterAuth } from 'better-auth-1-7'
import { memoryAdapter } from 'better-auth-1-7/adapters/memory'
import { admin, twoFactor, username } from 'better-auth-1-7/plugins'
import { expect, test } from 'vitest'
import { referenceOptions } from '../testing/compare-servers.ts'
import { createNpmClient, type NpmClient } from '../testing/npm-client.ts'
import { startTestApp, testOrigin } from '../testing/start-test-app.ts'
import { testPassword as password } from '../testing/test-password.ts'

// Each step runs on better-auth's own server of 1.7.25, and on ours, with the unmodified client.

const t = await startTestApp({ ERROR_CODES_OF: '1.7' })
const ourURL = (await t.app.listen({ port: 0 })) + t.ctx.config.AUTH_BASE_PATH

/** Makes somebody the first administrator. */
type Promote = (email: string) => Promise<unknown>

interface Server {
  readonly promote: Promote
  readonly open: () => Promise<NpmClient>
}

const ours: Server = {
  promote: (email) => t.ctx.db.write`update "user" set "role" = 'admin' where "email" = ${email}`,
  open: () => createNpmClient('1.7.25', ourURL),
}

function startReference(): Server {
  const users: Record<string, unknown>[] = []
  const database = { user: users, session: [], account: [], verification: [], twoFactor: [] }
  // Its types do not compile with exactOptionalPropertyTypes.
  const create: (options: object) => { handler: (request: Request) => Promise<Response> } = betterAuth
  const { handler } = create({
    baseURL: testOrigin,
    secret: t.ctx.config.secrets[0],
    database: memoryAdapter(database),
    ...referenceOptions,
    plugins: [username(), admin(), twoFactor()],
  })
  return {
    promote: async (email) =>
      Object.assign(database.user.find((user) => user['email'] === email) ?? {}, { role: 'admin' }),
    open: () => createNpmClient('1.7.25', `${testOrigin}/api/auth`, handler),
  }
}

/** `$name` stands for a value that an earlier step kept. `differs` says why ours does. */
interface Step {
  readonly who: string
  readonly method: string
  readonly input?: object | undefined
  readonly keep?: Readonly<Record<string, readonly (string | number)[]>>
  readonly differs?: string
}
const as =
  (who: string) =>
  (method: string, input?: object, more: Pick<Step, 'keep' | 'differs'> = {}): Step => ({ who, method, input, ...more })
const [nobody, root, ann, bob] = [as('nobody'), as('root'), as('ann'), as('bob')]
const signUp = (who: string, more: object = {}) =>
  as(who)('signUp.email', { email: `${who}@x.test`, password, name: who, ...more }, { keep: { [who]: ['user', 'id'] } })
const of = (user: string, more: object = {}) => ({ userId: `$${user}`, ...more })
const missing = of('nobody')

const adminCalls: readonly (readonly [method: string, input?: object])[] = [
  ['admin.listUsers', { query: {} }],
  ['admin.getUser', { query: { id: '$bob' } }],
  ['admin.createUser', { email: 'new@x.test', password, name: 'New' }],
  ['admin.updateUser', of('bob', { data: { name: 'Bobby' } })],
  ['admin.setRole', of('bob', { role: 'admin' })],
  ['admin.banUser', of('bob')],
  ['admin.unbanUser', of('bob')],
  ['admin.listUserSessions', of('bob')],
  ['admin.revokeUserSession', { sessionToken: '$bobToken' }],
  ['admin.revokeUserSessions', of('bob')],
  ['admin.removeUser', of('bob')],
  ['admin.impersonateUser', of('bob')],
  ['admin.setUserPassword', of('bob', { newPassword: password })],
]
const asks = (permissions: object) => ({ permissions })
const lists = (query: object, more: Pick<Step, 'differs'> = {}) => root('admin.listUsers', { query }, more)
const noSuchField = { differs: 'refuses unknown fields and operators with 400' }

const steps: readonly Step[] = [
  ...adminCalls.map(([method, input]) => nobody(method, input)),
  signUp('root'),
  signUp('ann', { username: 'ann_1' }),
  signUp('bob'),
  root('getSession'),
  bob('getSession', undefined, { keep: { bobToken: ['session', 'token'] } }),

  // Rights.
  ...adminCalls.map(([method, input]) => ann(method, input)),
  nobody('admin.stopImpersonating'),
  ann('admin.stopImpersonating', undefined, { differs: 'has a code' }),
  ...[nobody, ann, root].flatMap((who) =>
    [
      { user: ['list'] },
      { user: ['list', 'ban'], session: ['revoke'] },
      { user: ['fly'] },
      { tree: ['climb'] },
      {},
    ].map((permissions) => who('admin.hasPermission', asks(permissions))),
  ),
  root('admin.hasPermission', { userId: '$ann', ...asks({ user: ['list'] }) }),
  root('admin.hasPermission', asks({ user: ['impersonate-admins'] })),

  // Reading.
  root('admin.getUser', { query: { id: '$ann' } }),
  root('admin.getUser', { query: { id: 'nobody' } }),
  lists({}),
  lists({ limit: 2, offset: 1, sortBy: 'name', sortDirection: 'desc' }),
  lists({ limit: 2, sortBy: 'email' }),
  lists({ searchValue: 'o', sortBy: 'email' }),
  lists({ searchValue: 'bob', searchOperator: 'starts_with' }),
  lists({ searchValue: 'ob', searchField: 'name', searchOperator: 'ends_with' }),
  lists({ searchValue: 'nothing' }),
  lists({ filterField: 'role', filterValue: 'admin' }),
  lists({ filterField: 'banned', filterValue: true }),
  lists({ filterField: 'email', filterValue: 'ann@x.test' }),
  root('admin.listUserSessions', of('bob')),
  root('admin.listUserSessions', missing),

  // Users.
  root(
    'admin.createUser',
    { email: 'New@X.test', password, name: 'New', data: { username: 'new_1' } },
    { keep: { made: ['user', 'id'] } },
  ),
  as('made')('signIn.email', { email: 'new@x.test', password }),
  root('admin.createUser', { email: 'new@x.test', password, name: 'New' }),
  root('admin.createUser', { email: 'x', password, name: 'New' }),
  root('admin.createUser', { email: 'other@x.test', name: 'Other', role: 'user' }),
  root('admin.createUser', { email: 'long@x.test', password: 'x'.repeat(200), name: 'Long' }),
  root('admin.updateUser', of('ann', { data: { name: 'Anna' } })),
  root('admin.updateUser', of('ann', { data: {} })),
  root('admin.updateUser', of('ann', { data: { password } })),
  root('admin.updateUser', of('ann', { data: { id: 'x' } })),
  root('admin.updateUser', { userId: 'nobody', data: { name: 'x' } }),
  root('admin.setUserPassword', of('bob', { newPassword: 'velvet anchor 52' })),
  as('bob2')('signIn.email', { email: 'bob@x.test', password }),
  as('bob2')('signIn.email', { email: 'bob@x.test', password: 'velvet anchor 52' }),
  bob('getSession', undefined, { differs: 'a password that an administrator sets ends all sessions' }),
  ...['x', 'x'.repeat(200), ''].map((newPassword) => root('admin.setUserPassword', of('bob', { newPassword }))),
  root('admin.setUserPassword', { userId: 'nobody', newPassword: password }),

  // Roles.
  root('admin.setRole', of('ann', { role: 'admin' })),
  ann('admin.hasPermission', asks({ user: ['ban'] })),
  ann('admin.setRole', of('ann', { role: ['user'] })),
  ann('admin.hasPermission', asks({ user: ['ban'] })),
  root('admin.setRole', of('ann', { role: 'user' })),
  root('admin.setRole', { userId: 'nobody', role: 'user' }),

  // Sessions.
  as('ann2')('signIn.email', { email: 'ann@x.test', password }, { keep: { annToken: ['token'] } }),
  root('admin.revokeUserSession', { sessionToken: '$annToken' }),
  root('admin.revokeUserSession', { sessionToken: 'unknown' }),
  as('ann2')('getSession'),

  // Impersonation.
  root('admin.impersonateUser', of('root')),
  root('admin.impersonateUser', { userId: 'nobody' }),
  root('admin.impersonateUser', of('ann')),
  root('getSession'),
  root('updateUser', { name: 'Annie' }),
  root('admin.listUsers', { query: {} }, { differs: 'refuses all administration' }),
  root('listSessions', undefined, { differs: 'hides sessions' }),
  as('ann')('listSessions'),
  root('admin.stopImpersonating'),
  root('getSession'),

  // Bans.
  root('admin.banUser', of('root')),
  root('admin.banUser', { userId: 'nobody' }),
  root('admin.banUser', of('bob', { banReason: 'spam', banExpiresIn: 3600 })),
  as('bob2')('getSession'),
  as('bob2')('signIn.email', { email: 'bob@x.test', password: 'velvet anchor 52' }),
  as('bob2')('signIn.email', { email: 'bob@x.test', password: 'wrong password' }),
  lists({ filterField: 'banned', filterValue: true }),
  root('admin.unbanUser', of('bob')),
  root('admin.unbanUser', { userId: 'nobody' }),
  as('bob2')('signIn.email', { email: 'bob@x.test', password: 'velvet anchor 52' }),
  root('admin.banUser', of('ann')),
  root('admin.revokeUserSessions', of('bob')),
  as('bob2')('getSession'),
  root('admin.removeUser', of('root')),
  root('admin.removeUser', of('bob')),
  root('admin.removeUser', of('bob')),
  lists({}),

  // Last, because they leave different users behind.
  root('admin.hasPermission', asks({ user: ['set-email'] }), { differs: 'no administrator changes an email at once' }),
  lists({ filterField: 'password', filterValue: 'x' }, noSuchField),
  lists({ sortBy: 'banReason' }, noSuchField),
  lists({ filterField: 'email', filterOperator: 'ne', filterValue: 'x' }, noSuchField),
  root(
    'admin.createUser',
    { email: 'short@x.test', password: 'x', name: 'Short' },
    { differs: 'better-auth checks the length only above' },
  ),
  root(
    'admin.createUser',
    { email: 'chief@x.test', password, name: 'Chief', role: 'admin' },
    { differs: 'nobody has proved the email' },
  ),
  root(
    'admin.createUser',
    { email: 'king@x.test', password, name: 'King', role: 'king' },
    { differs: 'there is no such role' },
  ),
  root('admin.updateUser', of('ann', { data: { email: 'z@x.test' } }), {
    differs: 'no administrator changes an email at once',
  }),
  root('admin.updateUser', of('ann', { data: { role: 'admin' } }), { differs: 'set-role does it' }),
  root('admin.updateUser', of('ann', { data: { banned: true } }), { differs: 'ban-user does it' }),
  root('admin.setUserPassword', of('root', { newPassword: password }), { differs: 'protects administrators' }),
  root('admin.setRole', of('ann', { role: ['admin', 'user'] }), { differs: 'administrators have the rights of users' }),
  root('admin.setRole', of('ann', { role: 'user' }), { differs: 'an administrator can only resign' }),
  root('admin.banUser', of('ann'), { differs: 'protects administrators' }),
  root('admin.removeUser', of('ann'), { differs: 'protects administrators' }),
  root('admin.setRole', of('ann', { role: 'king' }), { differs: 'there is no such role' }),
]

function createWorld({ open }: Server) {
  const clients = new Map<string, NpmClient>()
  const kept = new Map<string, string>()
  return async ({ who, method, input, keep = {} }: Step) => {
    const client = clients.get(who) ?? (await open())
    clients.set(who, client)
    const text = JSON.stringify(input ?? null).replaceAll(/\$(\w+)/g, (_, name: string) => kept.get(name) ?? 'missing')
    const parsed: unknown = JSON.parse(text)
    const { data, error } = await client.call(method, parsed ?? undefined)
    for (const [name, place] of Object.entries(keep))
      kept.set(name, String(place.reduce<unknown>((value, key) => Reflect.get(Object(value), key), data)))
    const names = new Map([...kept].map(([name, value]) => [value, `$${name}`]))
    return comparable({ data, error }, names)
  }
}

/** Other ids than kept ones are alike. Ours has null instead of absent, and other words for a status. */
const absent = ['statusText', 'ipAddress', 'userAgent']

function comparable(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (value instanceof Date) return 'a time'
  if (Array.isArray(value)) return value.map((one) => comparable(one, names))
  if (typeof value === 'object' && value !== null) {
    const { code, status }: { code?: unknown; status?: unknown } = value
    if (code === 'VALIDATION_ERROR' || status === 401) return code ?? 'UNAUTHORIZED'
    const entries = Object.entries(value).filter(
      ([key, one]) => one !== null && one !== undefined && !absent.includes(key),
    )
    return Object.fromEntries(
      entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, comparable(one, names)]),
    )
  }
  if (typeof value !== 'string') return value
  if (/^\d{4}-\d\d-\d\dT.*Z$/.test(value)) return 'a time'
  return names.get(value) ?? (/^[\w-]{32}$/.test(value) ? 'an id' : value)
}

test('responds to every step like better-auth 1.7.25, or differs for a stated reason', async () => {
  const reference = startReference()
  const [theirs, own] = [createWorld(reference), createWorld(ours)]
  for (const step of steps) {
    t.clock.advance(0.1) // so that ours has an order
    if (step.who === 'root') for (const { promote } of [reference, ours]) await promote('root@x.test')
    const [expected, response] = [await theirs(step), await own(step)]
    const name = `${step.who}: ${step.method} ${JSON.stringify(step.input ?? '')}`
    if (step.differs) expect(response, `${name} no longer differs`).not.toEqual(expected)
    else expect(response, name).toEqual(expected)
  }
})
