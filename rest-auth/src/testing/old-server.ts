import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db'
import * as plugins from 'better-auth/plugins'
import { betterAuth as betterAuth17 } from 'better-auth-1-7'
import { getMigrations as getMigrations17 } from 'better-auth-1-7/db/migration'
import * as plugins17 from 'better-auth-1-7/plugins'
import { createAccessControl } from 'better-auth-1-7/plugins/access'
import { defaultStatements } from 'better-auth-1-7/plugins/organization/access'
import { parseSetCookie } from 'cookie'
import { Pool } from 'pg'
import { atEnd } from 'service/testing/at-end.ts'

/** One of each line from 1.3 to 1.6. Only `test:full` installs them. */
const linesBetween = ['1.3.34', '1.4.22', '1.5.6', '1.6.34'] as const
export const oldVersions = ['1.2.12', ...linesBetween, '1.7.25'] as const
export type OldVersion = (typeof oldVersions)[number]

// Unknown, because its types do not compile with exactOptionalPropertyTypes.
interface Parts {
  create: (options: object) => unknown
  migrations: (options: object) => Promise<unknown>
  plugins: unknown[]
}

const teams = { enabled: true }
const parts: Record<OldVersion, (folder: string) => Parts | Promise<Parts>> = {
  '1.2.12': () => ({
    create: betterAuth,
    migrations: getMigrations,
    plugins: [plugins.username(), plugins.organization({ teams })],
  }),
  '1.3.34': (folder) => partsBetween(folder, '1.3.34', 'db'),
  '1.4.22': (folder) => partsBetween(folder, '1.4.22', 'db'),
  '1.5.6': (folder) => partsBetween(folder, '1.5.6', 'db/migration'),
  '1.6.34': (folder) => partsBetween(folder, '1.6.34', 'db/migration'),
  '1.7.25': () => ({
    create: betterAuth17,
    migrations: getMigrations17,
    plugins: [
      plugins17.username(),
      plugins17.admin(),
      plugins17.twoFactor({ skipVerificationOnEnable: true }),
      plugins17.organization({
        ac: createAccessControl(defaultStatements),
        teams,
        dynamicAccessControl: { enabled: true },
      }),
    ],
  }),
}

const aliasOf = (version: string) => `better-auth-${version}`

/** Returns a folder with these packages, until the end of the test file. */
export async function installPackages(dependencies: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'better-auth-'))
  atEnd(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }))
  await promisify(execFile)('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
  return folder
}

/** Returns the folder for `startOldServer`. */
export const installLinesBetween = (): Promise<string> =>
  installPackages(Object.fromEntries(linesBetween.map((version) => [aliasOf(version), `npm:better-auth@${version}`])))

export async function loadFrom(folder: string, name: string): Promise<unknown> {
  const require = createRequire(join(folder, 'package.json'))
  return import(pathToFileURL(require.resolve(name).replace(/\.cjs$/, '.mjs')).href)
}

async function partsBetween(folder: string, version: string, migrations: string): Promise<Parts> {
  const [core, tables, made, access, roles] = await Promise.all(
    ['', `/${migrations}`, '/plugins', '/plugins/access', '/plugins/organization/access'].map((path) =>
      loadFrom(folder, aliasOf(version) + path),
    ),
  )
  const ac = call(access, 'createAccessControl', Reflect.get(Object(roles), 'defaultStatements'))
  const organization = { ac, teams, dynamicAccessControl: { enabled: true } }
  return {
    create: (options) => call(core, 'betterAuth', options),
    migrations: async (options) => call(tables, 'getMigrations', options),
    plugins: [call(made, 'username'), call(made, 'organization', organization)],
  }
}

export function call(owner: unknown, name: string, ...input: unknown[]): unknown {
  const found: unknown = Reflect.get(Object(owner), name)
  if (typeof found !== 'function') throw new Error(`No function ${name}`)
  return Reflect.apply(found, owner, input)
}

/** 1.3 creates some tables before those that they refer to. */
async function createTables(pool: Pool, migrations: unknown): Promise<void> {
  let left = String(await call(migrations, 'compileMigrations'))
    .split(';')
    .filter((text) => text.trim() !== '')
  while (left.length > 0) {
    const failed: string[] = []
    for (const text of left) await pool.query(text).catch(() => failed.push(text))
    if (failed.length === left.length) throw new Error(`These tables cannot be created: ${failed.join(';')}`)
    left = failed
  }
}

/** A user of the old server, with their cookie header. */
export interface OldPerson {
  readonly jar: Map<string, string>
  /** Text at a path of the response's JSON; throws if the call is refused. */
  post(path: string, body: object, ...place: string[]): Promise<string>
}

/** A better-auth server of the npm package that has created its tables in an empty database. */
export async function startOldServer(
  version: OldVersion,
  {
    folder = '',
    databaseUrl,
    origin,
    secret,
  }: { folder?: string; databaseUrl: string; origin: string; secret: string },
) {
  const { create, migrations, plugins: ownPlugins } = await parts[version](folder)
  const pool = new Pool({ connectionString: databaseUrl, max: 2 })
  const options = {
    baseURL: origin,
    secret,
    database: pool,
    emailAndPassword: { enabled: true },
    user: { additionalFields: { plan: { type: 'string', required: false } } },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    plugins: ownPlugins,
  }
  await createTables(pool, await migrations(options))
  const server = create(options)
  const person = (): OldPerson => {
    const jar = new Map<string, string>()
    const post: OldPerson['post'] = async (path, body, ...place) => {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const headers = { origin, cookie, 'content-type': 'application/json' }
      const request = new Request(`${origin}/api/auth${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      const response = await call(server, 'handler', request)
      if (!(response instanceof Response)) throw new Error('No response')
      for (const line of response.headers.getSetCookie()) {
        const { name, value = '' } = parseSetCookie(line, { decode: (text) => text })
        jar.set(name, value)
      }
      const text = await response.text()
      if (response.status !== 200) throw new Error(`${version} ${path}: ${response.status} ${text}`)
      return String(place.reduce<unknown>((value, key) => Reflect.get(Object(value), key), JSON.parse(text)))
    }
    return { jar, post }
  }
  return { person, stop: () => pool.end() }
}
