import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { startEmbeddedDatabase } from 'database/embedded.ts'
import { startContender } from '../contender.ts'
import { AUTH_SECRET, origin } from '../limited-rest-auth.ts'
import { steps, type Step } from './steps.ts'

type Fetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>
type Make = (...options: readonly object[]) => unknown

interface Pool {
  query(text: string): Promise<unknown>
  on(event: 'error', listener: () => void): void
  end(): Promise<void>
}

/** The newest version of each line, as `package.json` in this folder names it. */
const lines = ['1.2', '1.3', '1.4', '1.5', '1.6', '1.7'] as const
type Line = (typeof lines)[number]

/** The origin of an app that uses the client. */
const appOrigin = 'http://localhost:5173'

const here = fileURLToPath(new URL('.', import.meta.url))
const require = createRequire(join(here, 'package.json'))

/** `name` is a module of the package, such as `client`. */
async function importOf(line: Line, name: string): Promise<object> {
  const path = require.resolve(`better-auth-${line.replace('.', '-')}${name && `/${name}`}`)
  const module: unknown = await import(pathToFileURL(path.replace(/\.cjs$/, '.mjs')).href)
  return Object(module)
}

async function load(line: Line, name: string, make: string): Promise<Make> {
  const found: unknown = Reflect.get(await importOf(line, name), make)
  if (typeof found !== 'function') throw new Error(`better-auth ${line} has no ${make} in ${name}`)
  return (...options) => Reflect.apply(found, undefined, options)
}

const call = (value: unknown, path: string, ...input: unknown[]): unknown => {
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  const owner = keys.reduce<unknown>((held, key) => Reflect.get(Object(held), key), value)
  return Reflect.apply(Reflect.get(Object(owner), last), owner, input)
}

/** Teams, and roles that organizations create (1.3 and later). */
async function organizationOptions(line: Line): Promise<object> {
  const statements: unknown = Reflect.get(await importOf(line, 'plugins/organization/access'), 'defaultStatements')
  const ac = (await load(line, 'plugins/access', 'createAccessControl'))(Object(statements))
  return { ac, teams: { enabled: true }, dynamicAccessControl: { enabled: true } }
}

/** better-auth's own server of the line, which sends no emails. */
async function startOwnServer(line: Line, pool: Pool): Promise<Fetch> {
  const nowhere = async () => {}
  const plugin = (name: string) => load(line, 'plugins', name)
  const options = {
    baseURL: origin,
    secret: AUTH_SECRET,
    database: pool,
    emailAndPassword: { enabled: true, sendResetPassword: nowhere },
    emailVerification: { sendVerificationEmail: nowhere },
    user: { changeEmail: { enabled: true, sendChangeEmailVerification: nowhere } },
    socialProviders: { github: { clientId: 'x', clientSecret: 'x' } },
    trustedOrigins: [appOrigin],
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    plugins: [
      (await plugin('username'))(),
      (await plugin('oneTimeToken'))(),
      (await plugin('multiSession'))(),
      (await plugin('organization'))({ ...(await organizationOptions(line)), sendInvitationEmail: nowhere }),
    ],
  }
  const getMigrations = await load(line, 'db', 'getMigrations').catch(() => load(line, 'db/migration', 'getMigrations'))
  // 1.3 creates some tables before those that they refer to.
  let statements = String(await call(await getMigrations(options), 'compileMigrations')).split(';')
  while (statements.some((statement) => statement.trim() !== '')) {
    const done = await Promise.all(
      statements.map((statement) =>
        pool.query(statement).then(
          () => true,
          () => false,
        ),
      ),
    )
    if (!done.includes(true)) throw new Error(`The tables of better-auth ${line} cannot be created`)
    statements = statements.filter((_, index) => !done[index])
  }
  const auth = (await load(line, '', 'betterAuth'))(options)
  return async (input, init) => {
    const response = await call(auth, 'handler', new Request(input, init))
    if (!(response instanceof Response)) throw new Error('No response')
    return response
  }
}

/** Calls a method of a client of the line, which has its own cookie jar. */
type Client = (method: string, input: unknown) => Promise<unknown>

async function createClient(line: Line, baseURL: string, send: Fetch): Promise<Client> {
  const jar = new Map<string, string>()
  const plugin = (name: string) => load(line, 'client/plugins', name)
  const customFetchImpl: Fetch = async (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
    headers.set('origin', appOrigin)
    const response = await send(input, { ...init, headers })
    for (const text of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
      if (/; Max-Age=0(;|$)/i.test(text)) jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }
  const plugins = [
    (await plugin('usernameClient'))(),
    (await plugin('oneTimeTokenClient'))(),
    (await plugin('multiSessionClient'))(),
    (await plugin('organizationClient'))(await organizationOptions(line)),
  ]
  const create = await load(line, 'client', 'createAuthClient')
  const client = create({ baseURL, plugins, fetchOptions: { customFetchImpl } })
  // Not the client itself, which would take `await` for a call of `then`.
  return async (method, input) => call(client, method, input)
}

interface Outcome {
  readonly status: number
  readonly code: unknown
  readonly data: unknown
}

/** Takes all steps at a server, in order. */
async function play(line: Line, baseURL: string, send: Fetch): Promise<Outcome[]> {
  const people = new Map<string, Client>()
  const kept = new Map<string, string>()
  const fill = (input: unknown): unknown =>
    input === undefined
      ? undefined
      : JSON.parse(
          JSON.stringify(input).replaceAll(/\$(\w+)/g, (_, name: string) => kept.get(name) ?? `missing-${name}`),
        )
  const outcomes: Outcome[] = []
  for (const { who, method, input, keep = {} } of steps) {
    const client = people.get(who) ?? (await createClient(line, baseURL, send))
    people.set(who, client)
    const result: unknown = await client(method, fill(input))
    const { data, error } = Object(result)
    for (const [name, place] of Object.entries(keep))
      kept.set(name, String(place.reduce<unknown>((value, key) => Reflect.get(Object(value), key), data)))
    outcomes.push({ status: error ? error.status : 200, code: error?.code ?? null, data: comparable(data) })
  }
  return outcomes
}

/** Ids, times and the state in URLs differ between servers. */
function comparable(value: unknown): unknown {
  const text = JSON.stringify(value) ?? 'null'
  return JSON.parse(text, (key, one: unknown) => {
    if (key === 'ipAddress' || key === 'userAgent') return 'a client'
    if (typeof one !== 'string') return one
    if (/^\d{4}-\d\d-\d\dT.*Z$/.test(one)) return 'a time'
    if (key === 'url' && one.startsWith('http')) return new URL(one).origin
    return /^([\w-]{32}|[\da-f-]{36})$/.test(one) ? 'an id' : one
  })
}

type Difference = 'same' | 'more' | 'missing' | 'code' | 'other' | 'failing' | 'succeeding'

function compare(own: Outcome, ours: Outcome): Difference {
  if (own.status === 200 && ours.status !== 200) return 'failing'
  if (own.status !== 200 && ours.status === 200) return 'succeeding'
  if (own.status !== ours.status || own.code !== ours.code) return 'code'
  const found = new Set(differences(own.data, ours.data))
  return found.has('other') ? 'other' : found.has('missing') ? 'missing' : found.has('more') ? 'more' : 'same'
}

function differences(own: unknown, ours: unknown): Difference[] {
  if (typeof own !== 'object' || typeof ours !== 'object' || own === null || ours === null)
    return own === ours ? [] : ['other']
  if (Array.isArray(own) && Array.isArray(ours) && own.length !== ours.length) return ['other']
  return [...new Set([...Object.keys(own), ...Object.keys(ours)])].flatMap((key) =>
    !(key in ours)
      ? ['missing']
      : !(key in own)
        ? ['more']
        : differences(Reflect.get(own, key), Reflect.get(ours, key)),
  )
}

/** The line does not have the call. */
const isUnknown = ({ status, code }: Outcome): boolean => status === 404 && code === null
const print = (text: string): void => void process.stdout.write(`${text}\n`)

const describe = (step: Step, own: Outcome, ours: Outcome): string =>
  `  ${step.who}.${step.method} ${JSON.stringify(step.input ?? null)}\n    own  ${JSON.stringify(own)}\n    ours ${JSON.stringify(ours)}`

if (!existsSync(join(here, 'node_modules')))
  spawnSync('npm', ['install', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: here })
// better-auth's own servers print their failures.
console.error = () => {}
const isVerbose = process.argv.includes('--verbose')
const folder = await mkdtemp(join(tmpdir(), 'bench-'))
const postgres = await startEmbeddedDatabase(folder, { durable: false })
const { Pool } = require('pg')
const pools: Pool[] = []
const urlOf = (name: string) => Object.assign(new URL(postgres.url), { pathname: name }).href
function connect(connectionString: string): Pool {
  const pool: Pool = new Pool({ connectionString, max: 2 })
  // Idle connections end with PostgreSQL.
  pool.on('error', () => {})
  pools.push(pool)
  return pool
}

async function measure(line: Line): Promise<void> {
  const pool = connect(postgres.url)
  const [theirName, ownName] = [`better_auth_${line.at(-1)}`, `product_${line.at(-1)}`]
  for (const name of [theirName, ownName]) await pool.query(`create database ${name}`)
  const own = await play(line, `${origin}/api/auth`, await startOwnServer(line, connect(urlOf(theirName))))
  const product = await startContender('rest-auth', new URL('../../rest-auth/src/main.ts', import.meta.url), {
    DATABASE_URL: urlOf(ownName),
    DATA_DIR: folder,
    AUTH_SECRET,
    AUTH_URL: origin,
    LOG_LEVEL: 'silent',
    EMAIL_VERIFICATION_SEND_ON_SIGN_UP: 'false',
    ONE_TIME_TOKEN_FOR_PAGES: 'true',
    TRUSTED_ORIGINS: appOrigin,
    ERROR_CODES_OF: line,
    SOCIAL_DEMO_ORIGIN: 'off',
    GITHUB_CLIENT_ID: 'x',
    GITHUB_CLIENT_SECRET: 'x',
  })
  const ours = await play(line, `${product.url}/api/auth`, fetch)
  await product.stop()
  const count = { same: 0, more: 0, missing: 0, code: 0, other: 0, succeeding: 0, refused: 0, failing: 0 }
  const successes = { own: 0, ours: 0 }
  for (const [index, step] of steps.entries()) {
    const [theirs, response] = [own[index], ours[index]]
    if (!theirs || !response || isUnknown(theirs)) continue
    const difference = compare(theirs, response)
    const isRefused = difference === 'failing' && step.isUnsafe
    count[isRefused ? 'refused' : difference] += 1
    if (theirs.status === 200 && !isRefused) {
      successes.own += 1
      if (response.status === 200 && !differences(theirs.data, response.data).includes('missing')) successes.ours += 1
    }
    if (isVerbose && !['same', 'more'].includes(difference)) print(`${difference}\n${describe(step, theirs, response)}`)
  }
  const counts = Object.values(count)
  const share = `${((100 * successes.ours) / successes.own).toFixed(1)} %`
  print(
    `| ${[line, counts.reduce((a, b) => a + b), ...counts, `${successes.ours} of ${successes.own}: ${share}`].join(' | ')} |`,
  )
}

try {
  print(
    '| Line | Calls | Same | More fields | Fields missing | Other code | Other value | Succeeds | Refused as unsafe | Fails | Succeeds there, and here with each field |',
  )
  print('|---|---|---|---|---|---|---|---|---|---|---|')
  for (const line of lines) await measure(line)
} finally {
  for (const pool of pools) await pool.end()
  await postgres.stop()
  await rm(folder, { recursive: true })
}
