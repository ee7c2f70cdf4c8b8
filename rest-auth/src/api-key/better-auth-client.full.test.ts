import { expect, test } from 'vitest'
import { comparable } from '../testing/compare-servers.ts'
import type { NpmClient } from '../testing/npm-client.ts'
import { installScopedPlugin, settingsOfPage } from '../testing/scoped-plugin.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { testPassword as password } from '../testing/test-password.ts'

// Each step runs on better-auth's own server of 1.7.5, and on ours, with the unmodified client.
// No later @better-auth/api-key is published.

const t = await startTestApp(settingsOfPage)
const { theirs, ours } = await installScopedPlugin(t, {
  name: 'api-key',
  version: '1.7.5',
  serverPlugin: 'apiKey',
  clientPlugin: 'apiKeyClient',
  options: [
    { configId: 'default', defaultPrefix: 'acct_', rateLimit: { enabled: false } },
    { configId: 'team', defaultPrefix: 'acct_', rateLimit: { enabled: false }, references: 'organization' },
  ],
  beside: ['username', 'admin', 'twoFactor', 'organization'],
  tables: ['apikey', 'twoFactor', 'organization', 'member', 'invitation'],
})

/** Ours has scopes, organizations and teams beside, a start of another length and no limits of one key. */
const ofOneServer = ['scopes', 'organizationIds', 'teamId', 'start', 'rateLimitMax', 'rateLimitTimeWindow']

interface Known {
  /** The newest keys first. */
  readonly keys: readonly string[]
  readonly organizationId: string
}
interface Step {
  readonly who: string
  readonly method: string
  readonly input?: object | ((known: Known) => object) | undefined
  /** Why ours responds otherwise. */
  readonly differs?: string | undefined
}
const as =
  (who: string) =>
  (method: string, input?: Step['input'], differs?: string): Step => ({ who, method, input, differs })
const [nobody, ann, bob] = [as('nobody'), as('ann'), as('bob')]
const day = 86_400
const order = 'has the newest first'
const otherCode = 'has the code of all calls'
const newest = ({ keys: [keyId] }: Known) => ({ keyId })
const read = ({ keys: [id] }: Known) => ({ query: { id } })
const change = (values: object) => (known: Known) => ({ ...newest(known), ...values })
const ofTeam =
  (values: object) =>
  ({ organizationId }: Known) => ({ ...values, organizationId, configId: 'team' })

const steps: readonly Step[] = [
  nobody('apiKey.create', { name: 'CI' }, otherCode),
  nobody('apiKey.list'),
  nobody('apiKey.get', { query: { id: 'x' } }),
  nobody('apiKey.update', { keyId: 'x', name: 'x' }, otherCode),
  nobody('apiKey.delete', { keyId: 'x' }),

  ann('signUp.email', { email: 'ann@x.test', password, name: 'Ann' }),
  ann('apiKey.list'),
  ann('apiKey.create', {}),
  ann('apiKey.create', { name: 'CI' }),
  ann('apiKey.create', { name: 'x'.repeat(32), expiresIn: day }),
  ann('apiKey.create', { name: 'x'.repeat(33) }),
  ann('apiKey.create', { name: 'CI', expiresIn: null }),
  ann('apiKey.create', { name: 'CI', expiresIn: 365 * day }),
  ann('apiKey.create', { name: 'CI', expiresIn: day - 1 }),
  ann('apiKey.create', { name: 'CI', expiresIn: 365 * day + 1 }),
  ann('apiKey.create', { name: 'CI', expiresIn: 0 }),
  ann('apiKey.create', { name: 'CI', metadata: { plan: 'pro' } }),
  ...[
    { permissions: { files: ['read'] } },
    { remaining: 5 },
    { refillAmount: 5 },
    { refillInterval: 1000 },
    { rateLimitEnabled: false },
    { rateLimitMax: 5 },
    { rateLimitTimeWindow: 1000 },
  ].map((field) => ann('apiKey.create', { name: 'CI', ...field })),
  ann('apiKey.create', { name: 'CI', userId: 'x' }, 'is 400, like other fields of servers'),
  ann('apiKey.create', { name: 3 }),

  ann('apiKey.list', undefined, order),
  ann('apiKey.list', { query: { limit: 2 } }, order),
  ann('apiKey.list', { query: { limit: 2, offset: 1 } }),
  ann('apiKey.list', { query: { sortBy: 'createdAt', sortDirection: 'desc' } }),
  ann('apiKey.list', { query: { sortBy: 'createdAt', limit: 1 } }),
  ann('apiKey.list', { query: { limit: -1 } }),
  ann('apiKey.get', read),
  ann('apiKey.get', { query: { id: 'x' } }),
  ann('apiKey.get', { query: {} }),

  ann('apiKey.update', change({ name: 'Deploy' })),
  ann('apiKey.update', change({ name: '' })),
  ann('apiKey.update', change({ name: 'x'.repeat(33) })),
  ann('apiKey.update', change({ expiresIn: day })),
  ann('apiKey.update', change({ expiresIn: 1 })),
  ann('apiKey.update', change({ expiresIn: 366 * day })),
  ann('apiKey.update', change({ expiresIn: null })),
  ann('apiKey.update', change({ enabled: false })),
  ann('apiKey.get', read),
  ann('apiKey.update', change({ enabled: true })),
  ann('apiKey.update', change({})),
  ann('apiKey.update', change({ permissions: { files: ['read'] } })),
  ann('apiKey.update', change({ remaining: 5 })),
  ann('apiKey.create', { name: 'Mine', prefix: 'mine_' }, 'has one prefix'),
  ann('apiKey.delete', newest),
  ann('apiKey.update', change({ metadata: { plan: 'pro' }, name: 'Deploy' }), 'refuses what it cannot keep'),
  ann('apiKey.update', { keyId: 'x', name: 'Deploy' }),
  ann('apiKey.update', { name: 'Deploy' }),

  bob('signUp.email', { email: 'bob@x.test', password, name: 'Bob' }),
  bob('apiKey.list'),
  bob('apiKey.get', read),
  bob('apiKey.update', change({ name: 'Mine' })),
  bob('apiKey.delete', newest),

  ann('organization.create', { name: 'Acme', slug: 'acme' }),
  ann('apiKey.create', ofTeam({ name: 'Of Acme' }), 'has no configurations'),
  ann('apiKey.list', ({ organizationId }) => ({ query: { organizationId } }), 'has no configurations'),
  bob('apiKey.create', ofTeam({ name: 'Mine' }), otherCode),
  bob('apiKey.list', ({ organizationId }) => ({ query: { organizationId } }), otherCode),
  ann('apiKey.delete', change({ configId: 'team' })),

  ann('apiKey.delete', newest),
  ann('apiKey.delete', newest),
  ann('apiKey.delete', { keyId: 'x' }),
  ann('apiKey.list', undefined, order),
  ann('apiKey.create', { name: '' }, 'refuses an empty name'),
  ann('apiKey.verify', { key: 'x' }),
  ann('apiKey.deleteAllExpiredApiKeys', {}),
]

function createWorld(openClient: () => NpmClient) {
  const clients = new Map<string, NpmClient>()
  const known = { keys: [''], organizationId: '' }
  return async ({ who, method, input }: Step) => {
    const client = clients.get(who) ?? openClient()
    clients.set(who, client)
    const result = await client.call(method, typeof input === 'function' ? input(known) : input)
    const { id, key } = Object(result.data)
    if (key) known.keys.unshift(id)
    if (method === 'organization.create') known.organizationId = id
    if (method === 'apiKey.delete' && result.data) known.keys.shift()
    return comparable(JSON.parse(JSON.stringify(result), (name, value) => (ofOneServer.includes(name) ? null : value)))
  }
}

test('responds to every step like better-auth 1.7.5, or differs for a stated reason', async () => {
  const [reference, product] = [createWorld(theirs), createWorld(ours)]
  for (const step of steps) {
    t.clock.advance(1)
    const [expected, response] = [await reference(step), await product(step)]
    const name = `${step.who}: ${step.method} ${JSON.stringify(step.input)}`
    if (step.differs) expect.soft(response, `${name} no longer differs`).not.toEqual(expected)
    else expect.soft(response, name).toEqual(expected)
  }
})
