import { betterAuth } from 'better-auth-1-7'
import { memoryAdapter } from 'better-auth-1-7/adapters/memory'
import { admin, twoFactor, username } from 'better-auth-1-7/plugins'
import { expect, test } from 'vitest'
import { comparable, referenceOptions } from '../testing/compare-servers.ts'
import { createNpmClient, type NpmClient } from '../testing/npm-client.ts'
import { startTestApp, testOrigin } from '../testing/start-test-app.ts'
import { testPassword as password } from '../testing/test-password.ts'
import { keyOf } from './secret.ts'
import { codeAt, stepAt } from './totp.ts'

// Each step runs on better-auth's own server of 1.7.25, and on ours, with the unmodified client.

const t = await startTestApp({ ERROR_CODES_OF: '1.7' })
const ourURL = (await t.app.listen({ port: 0 })) + t.ctx.config.AUTH_BASE_PATH

interface Server {
  readonly open: () => Promise<NpmClient>
  readonly now: () => Date
}
const ours: Server = { open: () => createNpmClient('1.7.25', ourURL), now: t.clock.now }

function startReference(): Server {
  const tables = ['user', 'session', 'account', 'verification', 'twoFactor']
  // Its types do not compile with exactOptionalPropertyTypes.
  const create: (options: object) => { handler: (request: Request) => Promise<Response> } = betterAuth
  const { handler } = create({
    baseURL: testOrigin,
    secret: t.ctx.config.secrets[0],
    database: memoryAdapter(Object.fromEntries(tables.map((name) => [name, []]))),
    ...referenceOptions,
    plugins: [username(), admin(), twoFactor()],
  })
  return { open: () => createNpmClient('1.7.25', `${testOrigin}/api/auth`, handler), now: () => new Date() }
}

/** The results of earlier steps, for the input of later ones. */
interface Known {
  readonly code: () => string
  readonly backupCode: (index: number) => string
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
const [nobody, ann, second, third, device] = [as('nobody'), as('ann'), as('second'), as('third'), as('device')]
const email = 'ann@x.test'
const right = ({ code }: Known) => ({ code: code() })
const more = 'also lists backup codes'

const steps: readonly Step[] = [
  nobody('twoFactor.enable', { password }),
  nobody('twoFactor.verifyTotp', { code: '000000' }),
  nobody('twoFactor.verifyBackupCode', { code: 'x' }),
  nobody('twoFactor.generateBackupCodes', { password }),
  nobody('twoFactor.disable', { password }),
  nobody('twoFactor.getTotpUri', { password }),
  ann('signUp.email', { email, password, name: 'Ann', username: 'ann_1' }),
  ann('twoFactor.verifyTotp', { code: '000000' }),
  ann('twoFactor.getTotpUri', { password }),
  ann('twoFactor.generateBackupCodes', { password }),
  ann('twoFactor.enable', { password: 'wrong password' }),
  ann('twoFactor.enable', { password, method: 'otp' }),
  ann('twoFactor.enable', { password }),
  ann('twoFactor.getTotpUri', { password }),
  ann('twoFactor.getTotpUri', { password: 'wrong password' }),
  second('signIn.email', { email, password }),
  ann('twoFactor.verifyTotp', { code: '000000' }),
  ann('twoFactor.verifyTotp', right, 'returns the user as changed'),
  ann('getSession'),
  ann('twoFactor.enable', { password }),

  second('signOut'),
  second('signIn.email', { email, password: 'wrong password' }),
  second('signIn.email', { email, password }, more),
  second('getSession'),
  second('twoFactor.verifyTotp', { code: '000000' }),
  second('twoFactor.verifyTotp', right),
  second('getSession'),

  third('signIn.username', { username: 'ann_1', password }, more),
  third('twoFactor.verifyBackupCode', { code: 'aaaaa-aaaaa' }),
  third('twoFactor.verifyBackupCode', ({ backupCode }) => ({ code: backupCode(0) })),
  third('getSession'),
  third('signOut'),
  third('signIn.email', { email, password }, more),
  third('twoFactor.verifyBackupCode', ({ backupCode }) => ({ code: backupCode(0) })),
  third('twoFactor.verifyBackupCode', ({ backupCode }) => ({ code: backupCode(1), disableSession: true })),
  third('getSession'),

  device('signIn.email', { email, password }, more),
  device('twoFactor.verifyTotp', (known) => ({ ...right(known), trustDevice: true })),
  device('signOut'),
  device('signIn.email', { email, password }),
  device('getSession'),

  ann('twoFactor.generateBackupCodes', { password: 'wrong password' }),
  ann('twoFactor.generateBackupCodes', { password }),
  ann('twoFactor.sendOtp', {}, 'has no emailed codes'),
  ann('twoFactor.disable', { password: 'wrong password' }),
  ann('twoFactor.disable', { password }),
  ann('getSession'),
  ann('twoFactor.generateBackupCodes', { password }),
  ann('twoFactor.verifyTotp', { code: '000000' }),
  device('signOut'),
  device('signIn.email', { email, password }),
]

function createWorld({ open, now }: Server) {
  const clients = new Map<string, NpmClient>()
  let [secret, codes]: [string, string[]] = ['', []]
  const known: Known = {
    code: () => codeAt(keyOf(secret), stepAt(now())),
    backupCode: (index) => codes[index] ?? '',
  }
  return async ({ who, method, input }: Step) => {
    const client = clients.get(who) ?? (await open())
    clients.set(who, client)
    const { data, error } = await client.call(method, typeof input === 'function' ? input(known) : input)
    const { totpURI, backupCodes } = Object(data)
    if (totpURI) secret = new URL(totpURI).searchParams.get('secret') ?? ''
    if (backupCodes) codes = backupCodes
    return comparable({ data, error })
  }
}

test('responds to every step like better-auth 1.7.25, or differs for a stated reason', async () => {
  const [theirs, own] = [createWorld(startReference()), createWorld(ours)]
  for (const step of steps) {
    t.clock.advance(30) // so that ours accepts the next code
    const [expected, response] = [await theirs(step), await own(step)]
    const name = `${step.who}: ${step.method} ${JSON.stringify(step.input ?? '')}`
    if (step.differs) expect(response, `${name} no longer differs`).not.toEqual(expected)
    else expect(response, name).toEqual(expected)
  }
})
