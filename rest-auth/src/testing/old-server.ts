import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db'
import * as plugins from 'better-auth/plugins'
import { betterAuth as betterAuth17 } from 'better-auth-1-7'
import { getMigrations as getMigrations17 } from 'better-auth-1-7/db/migration'
import * as plugins17 from 'better-auth-1-7/plugins'
import { parseSetCookie } from 'cookie'
import { Pool } from 'pg'

export const oldVersions = ['1.2.12', '1.7.25'] as const
export type OldVersion = (typeof oldVersions)[number]

// Its types do not compile with exactOptionalPropertyTypes.
interface Parts {
  create: (options: object) => { handler: (request: Request) => Promise<Response> }
  migrations: (options: object) => Promise<{ runMigrations(): Promise<void> }>
  plugins: object[]
}
const parts: Record<OldVersion, () => Parts> = {
  '1.2.12': () => ({
    create: betterAuth,
    migrations: getMigrations,
    plugins: [plugins.username(), plugins.organization({ teams: { enabled: true } })],
  }),
  '1.7.25': () => ({
    create: betterAuth17,
    migrations: getMigrations17,
    plugins: [
      plugins17.username(),
      plugins17.admin(),
      plugins17.twoFactor({ skipVerificationOnEnable: true }),
      plugins17.organization({ teams: { enabled: true }, dynamicAccessControl: { enabled: true } }),
    ],
  }),
}

/** A user of the old server, with their cookie header. */
export interface OldPerson {
  readonly jar: Map<string, string>
  /** Text at a path of the response's JSON; throws if the call is refused. */
  post(path: string, body: object, ...place: string[]): Promise<string>
}

/** A better-auth server of the npm package that has created its tables in an empty database. */
export async function startOldServer(version: OldVersion, databaseUrl: string, origin: string, secret: string) {
  const { create, migrations, plugins: ownPlugins } = parts[version]()
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
  await (await migrations(options)).runMigrations()
  const { handler } = create(options)
  const person = (): OldPerson => {
    const jar = new Map<string, string>()
    const post: OldPerson['post'] = async (path, body, ...place) => {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const headers = { origin, cookie, 'content-type': 'application/json' }
      const request = new Request(`${origin}/api/auth${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      const response = await handler(request)
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
