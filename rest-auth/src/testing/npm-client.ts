import { createCookieFetch } from './cookie-fetch.ts'

/**
 * The parts of the package that the tests use. Its own types do not compile with
 * exactOptionalPropertyTypes.
 */
interface ClientPackage {
  createAuthClient(this: void, options: object): unknown
}
interface PluginsPackage {
  organizationClient(options: object): object
  usernameClient(): object
  oneTimeTokenClient(): object
  multiSessionClient(): object
  adminClient(): object
  twoFactorClient(): object
}

/** The line that the product responds like. */
export const npmClientVersions = ['1.2.12', '1.2.7'] as const
type NpmClientVersion = (typeof npmClientVersions)[number] | '1.7.25'

const packages = {
  '1.2.12': () => Promise.all([import('better-auth/client'), import('better-auth/client/plugins')]),
  '1.2.7': () => Promise.all([import('better-auth-1-2-7/client'), import('better-auth-1-2-7/client/plugins')]),
  '1.7.25': () => Promise.all([import('better-auth-1-7/client'), import('better-auth-1-7/client/plugins')]),
} satisfies Record<NpmClientVersion, () => Promise<[ClientPackage, PluginsPackage]>>

/** The result of a method of the client. */
interface Outcome {
  readonly data: unknown
  readonly error: unknown
}

/**
 * The unmodified client of the npm package `better-auth`, with a cookie jar and all plugins that
 * the product serves.
 */
export interface NpmClient {
  /** Calls the method of this name, such as `organization.setActive`. */
  call(method: string, input?: unknown): Promise<Outcome>
}

/** `baseURL` with the base path. `send` replaces the network. */
export async function createNpmClient(
  version: NpmClientVersion,
  baseURL: string,
  send?: (request: Request) => Promise<Response>,
): Promise<NpmClient> {
  const [{ createAuthClient }, made]: [ClientPackage, PluginsPackage] = await packages[version]()
  const plugins = [
    made.organizationClient({ teams: { enabled: true } }),
    made.usernameClient(),
    made.oneTimeTokenClient(),
    made.multiSessionClient(),
    made.adminClient(),
    made.twoFactorClient(),
  ]
  return callable(createAuthClient({ baseURL, plugins, fetchOptions: { customFetchImpl: createCookieFetch(send) } }))
}

export function callable(client: unknown): NpmClient {
  return {
    async call(method, input) {
      const found = method.split('.').reduce<unknown>((value, key) => Reflect.get(Object(value), key), client)
      if (typeof found !== 'function') throw new Error(`The client has no method ${method}`)
      return Object(await Reflect.apply(found, undefined, input === undefined ? [] : [input]))
    },
  }
}
