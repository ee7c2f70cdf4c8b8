import { referenceOptions } from './compare-servers.ts'
import { createCookieFetch } from './cookie-fetch.ts'
import { callable, type NpmClient } from './npm-client.ts'
import { call, installPackages, loadFrom } from './old-server.ts'
import { type TestApp, testOrigin } from './start-test-app.ts'

interface ScopedPlugin {
  /** The name of its package, after `@better-auth/`. */
  readonly name: string
  readonly version: string
  /** The functions of the package that make its two halves. */
  readonly serverPlugin: string
  readonly clientPlugin: string
  readonly options?: unknown
  /** Other plugins of better-auth's server. */
  readonly beside: readonly string[]
  readonly tables: readonly string[]
}

/** Pages of AUTH_URL's own origin get the codes of 1.2. */
export const pageOrigin = 'http://app.localhost:5173'
/** For `startTestApp`: pages of `pageOrigin` get the codes of 1.7. */
export const settingsOfPage = { ERROR_CODES_OF: '1.7', TRUSTED_ORIGINS: pageOrigin }

/**
 * Installs a plugin that is a package of its own. Returns its unmodified client, on better-auth's
 * own server with `theirs`, and on ours.
 */
export async function installScopedPlugin(t: TestApp, plugin: ScopedPlugin) {
  const { name, version, tables, beside } = plugin
  const names = ['better-auth', '@better-auth/core', `@better-auth/${name}`]
  const folder = await installPackages(Object.fromEntries(names.map((one) => [one, version])))
  const parts = ['', '/adapters/memory', '/plugins', '/client'].map((path) => `better-auth${path}`)
  const [core, memory, plugins, client, server, clientOfPlugin] = await Promise.all(
    [...parts, `@better-auth/${name}`, `@better-auth/${name}/client`].map((one) => loadFrom(folder, one)),
  )
  const ourURL = (await t.app.listen({ port: 0 })) + t.ctx.config.AUTH_BASE_PATH
  const rows = ['user', 'session', 'account', 'verification', ...tables].map((table) => [table, []])
  const reference = call(core, 'betterAuth', {
    ...referenceOptions,
    baseURL: testOrigin,
    trustedOrigins: [pageOrigin],
    secret: t.ctx.config.secrets[0],
    database: call(memory, 'memoryAdapter', Object.fromEntries(rows)),
    plugins: [...beside.map((one) => call(plugins, one)), call(server, plugin.serverPlugin, plugin.options)],
  })
  const sendToReference = async (request: Request) => {
    const response = await call(reference, 'handler', request)
    if (!(response instanceof Response)) throw new Error('No response')
    return response
  }

  function open(baseURL: string, send: (request: Request) => Promise<Response>): NpmClient {
    const customFetchImpl = createCookieFetch((request) => {
      request.headers.set('origin', pageOrigin)
      return send(request)
    })
    const made = [call(clientOfPlugin, plugin.clientPlugin)]
    return callable(call(client, 'createAuthClient', { baseURL, plugins: made, fetchOptions: { customFetchImpl } }))
  }
  return {
    theirs: () => open(`${testOrigin}/api/auth`, sendToReference),
    ours: () => open(ourURL, fetch),
  }
}
