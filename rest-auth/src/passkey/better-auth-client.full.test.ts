import { expect, test, vi } from 'vitest'
import { createAuthenticator, type Authenticator, type Deviation } from '../testing/authenticator.ts'
import { comparable } from '../testing/compare-servers.ts'
import type { NpmClient } from '../testing/npm-client.ts'
import { installScopedPlugin, pageOrigin, settingsOfPage } from '../testing/scoped-plugin.ts'
import { startTestApp, testOrigin } from '../testing/start-test-app.ts'
import { testPassword as password } from '../testing/test-password.ts'

// Each step runs on better-auth's own server of 1.7.6, and on ours, with the unmodified client.
// Not of 1.7.25: no published @better-auth/passkey accepts its @better-auth/utils.

const t = await startTestApp(settingsOfPage)
const { theirs, ours } = await installScopedPlugin(t, {
  name: 'passkey',
  version: '1.7.6',
  serverPlugin: 'passkey',
  clientPlugin: 'passkeyClient',
  beside: ['username', 'admin', 'twoFactor'],
  tables: ['passkey', 'twoFactor'],
})

/** A device with the passkeys of its user, and a browser that uses them. */
function createDevice() {
  const authenticators: Authenticator[] = []
  const buffer = (text: unknown) => new Uint8Array(Buffer.from(String(text), 'base64url')).buffer
  const text = (bytes: unknown) => (bytes instanceof ArrayBuffer ? Buffer.from(bytes).toString('base64url') : bytes)
  const credential = (answer: object) => {
    const { id, type, response } = Object(answer)
    const { transports, ...parts } = response
    const buffers = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, buffer(part)]))
    return {
      id,
      type,
      rawId: buffer(id),
      getClientExtensionResults: () => ({}),
      response: { ...buffers, getTransports: () => transports },
    }
  }
  const isListed = (list: unknown, { credentialID }: Authenticator) =>
    Array.isArray(list) && list.some((one) => text(one.id) === credentialID)
  return (given: Deviation | 'cancel' | undefined = {}) => {
    const deviation = given === 'cancel' ? {} : { rpId: new URL(testOrigin).hostname, ...given }
    const refuse = (name: string) => {
      throw new DOMException('Refused by the device', name)
    }
    const options = (publicKey: object) => ({ challenge: text(Reflect.get(publicKey, 'challenge')) })
    return {
      async create({ publicKey }: { publicKey: Record<string, unknown> }) {
        if (given === 'cancel') return refuse('NotAllowedError')
        if (authenticators.some((one) => isListed(publicKey['excludeCredentials'], one)))
          return refuse('InvalidStateError')
        const added = createAuthenticator(pageOrigin)
        authenticators.push(added)
        return credential(added.register(options(publicKey), deviation))
      },
      async get({ publicKey }: { publicKey: Record<string, unknown> }) {
        const listed = publicKey['allowCredentials']
        const found = authenticators.find((one) => !listed || isListed(listed, one))
        if (given === 'cancel' || !found) return refuse('NotAllowedError')
        return credential(found.answer(options(publicKey), deviation))
      },
    }
  }
}

interface Step {
  readonly who: string
  readonly method: string
  /** Gets the ids of the passkeys in the last list. */
  readonly input?: object | ((ids: readonly string[]) => object) | undefined
  readonly device?: Deviation | 'cancel'
  /** Why ours responds otherwise. */
  readonly differs?: string
}
const as =
  (who: string) =>
  (method: string, input?: Step['input'], more: Pick<Step, 'device' | 'differs'> = {}): Step => ({
    who,
    method,
    input,
    ...more,
  })
const [nobody, ann, bob, phone] = [as('nobody'), as('ann'), as('bob'), as('phone')]
const list = 'passkey.listUserPasskeys'
const first = ([id]: readonly string[]) => ({ id })
const wrong = (device: Deviation, differs = 'is 401') => phone('signIn.passkey', undefined, { device, differs })

const steps: readonly Step[] = [
  nobody('passkey.addPasskey'),
  nobody(list),
  nobody('passkey.updatePasskey', { id: 'x', name: 'x' }),
  nobody('passkey.deletePasskey', { id: 'x' }),
  nobody('signIn.passkey'),

  ann('signUp.email', { email: 'ann@x.test', password, name: 'Ann' }),
  ann('signIn.passkey'),
  ann('passkey.addPasskey', undefined, { device: 'cancel' }),
  ann('passkey.addPasskey', { name: 'Laptop' }),
  ann('passkey.addPasskey', { name: 'Laptop' }),
  ann(list),
  ann('passkey.updatePasskey', (ids) => ({ ...first(ids), name: 'Phone' })),
  ann('passkey.updatePasskey', { id: 'x', name: 'Phone' }),
  ann('passkey.deletePasskey', { id: 'x' }),

  bob('signUp.email', { email: 'bob@x.test', password, name: 'Bob' }),
  bob('passkey.updatePasskey', (ids) => ({ ...first(ids), name: 'Mine' }), { differs: 'is 404, as if unknown' }),
  bob('passkey.deletePasskey', first, { differs: 'is 404, as if unknown' }),
  ...[{ origin: 'https://evil.example.org' }, { rpId: 'other.example.com' }, { challenge: 'AAAA' }].map((device) =>
    bob('passkey.addPasskey', { name: 'x' }, { device, differs: 'is 400 or 403, not 500' }),
  ),
  bob(list),

  phone('signIn.passkey'),
  phone('getSession'),
  phone('signOut'),
  phone('signIn.passkey', { returnWebAuthnResponse: true }),
  phone('signOut'),
  phone('signIn.passkey', undefined, { device: 'cancel' }),
  wrong({ origin: 'https://evil.example.org' }, 'is 403 with another code'),
  wrong({ rpId: 'other.example.com' }),
  wrong({ challenge: 'AAAA' }),
  phone('signIn.passkey', undefined, { device: { hasWrongSignature: true } }),
  wrong({ counter: 1 }),
  wrong({ isUserVerified: false }, 'must verify its user'),
  phone('signOut'),
  phone('signIn.passkey', undefined, { device: { credentialID: 'AAAA' } }),
  phone('getSession'),
  ann(list, undefined, { differs: 'has the time of the last use' }),

  ann('passkey.deletePasskey', first),
  ann('passkey.deletePasskey', first),
  phone('signIn.passkey'),
  ann(list),
  bob('passkey.addPasskey', undefined, { differs: 'has a name' }),
  bob(list, undefined, { differs: 'has a name' }),
  bob('passkey.deletePasskey', first),
  as('cat')('signUp.email', { email: 'cat@x.test', password, name: 'Cat' }),
  as('cat')('passkey.addPasskey', { name: 'x', createSession: true }, { differs: 'keeps the session' }),
]

function createWorld(openClient: () => NpmClient) {
  const clients = new Map<string, NpmClient>()
  const device = createDevice()
  let ids: string[] = []
  return async ({ who, method, input, device: deviation }: Step) => {
    const own = clients.get(who) ?? openClient()
    clients.set(who, own)
    vi.stubGlobal('navigator', { credentials: device(deviation) })
    const { data, error, ...more } = await own.call(method, typeof input === 'function' ? input(ids) : input)
    if (method === list && Array.isArray(data)) ids = data.map(({ id }) => String(id))
    return comparable({ data, error, ...more })
  }
}

test('responds to every step like better-auth 1.7.6, or differs for a stated reason', async () => {
  vi.stubGlobal('PublicKeyCredential', function PublicKeyCredential() {})
  const [reference, product] = [createWorld(theirs), createWorld(ours)]
  for (const step of steps) {
    const [expected, response] = [await reference(step), await product(step)]
    const name = `${step.who}: ${step.method} ${JSON.stringify([step.input, step.device])}`
    if (step.differs) expect.soft(response, `${name} no longer differs`).not.toEqual(expected)
    else expect.soft(response, name).toEqual(expected)
  }
})
