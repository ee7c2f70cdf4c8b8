import { createServer } from 'node:http'
import { once } from 'node:events'
import { createTestDatabase } from 'database/testing/test-database.ts'
import { fastify, type InjectOptions } from 'fastify'
import { z } from 'zod'
import { serveRegistryApi } from '../api.ts'
import type { RegistryContext } from '../context.ts'
import { connectRegistry } from '../storage/open-registry.ts'
import { UploadThread } from '../uploads/upload-thread.ts'

export const authUrl = 'https://product.example'
export const operatorToken = 'the-operator-of-the-tests-has-this-token'
/** The only session that the fake rest-auth accepts as an operator's. */
export const operatorCookie = 'session_token=ann'

const ignoreChange = async () => {}

export interface Result {
  readonly status: number
  readonly headers: Record<string, unknown>
  /** Empty unless the response is JSON. */
  readonly body: Record<string, unknown>
}

/**
 * Starts the registry with a fake rest-auth that knows one operator and users by cookie. With
 * `maxProcessor`, uploads have their thread and these seconds of processor time.
 */
export async function startRegistryApi({ maxProcessor }: { readonly maxProcessor?: number } = {}) {
  const testDatabase = await createTestDatabase()
  const database = connectRegistry({ DATABASE_URL: testDatabase.url })
  let time = Date.now()
  const ctx: RegistryContext = { database, db: database, now: () => new Date(time) }
  const requested: string[] = []
  const product = {
    reservedPaths: ['/api'],
    raisedBudgets: { 'mf-maps': 90_000 },
    schema: 'type Query { hello: String }' as string | null,
    refresh: async () => {},
  }
  const restAuth = createServer(({ url: path = '', headers }, response) => {
    if (path === '/graphql/schema.graphql') return void response.end(product.schema)
    requested.push(String(headers.cookie ?? headers.authorization))
    if (path.startsWith('/get-session')) {
      const id = /session_token=(\w+)/.exec(headers.cookie ?? '')?.[1]
      return void response.end(JSON.stringify(id === undefined ? null : { session: {}, user: { id } }))
    }
    const isOperator = headers.cookie === operatorCookie || headers.authorization === 'Bearer session-of-ann'
    response.end(JSON.stringify({ operator: isOperator ? { email: 'ann@example.com' } : null }))
  }).listen(0, '127.0.0.1')
  await once(restAuth, 'listening')
  const { port } = z.object({ port: z.number() }).parse(restAuth.address())
  const app = fastify({ exposeHeadRoutes: false })
  const urls = { authUrl, authBasePath: '/api/auth', accountApi: `http://127.0.0.1:${port}` }
  const calls = { ...urls, operatorToken }
  const start = () => ({
    settings: { DATABASE_URL: testDatabase.url },
    gatewayUrl: urls.accountApi,
    reservedPaths: product.reservedPaths,
    raisedBudgets: product.raisedBudgets,
    calls,
  })
  const uploads = maxProcessor === undefined ? undefined : new UploadThread(start, ignoreChange, maxProcessor)
  serveRegistryApi(app, { ...ctx, ...calls, product, changed: ignoreChange, forwardUpload: uploads?.forward })

  /** Calls `/registry<path>` as the operator unless a token is given. */
  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    {
      token = operatorToken,
      payload,
      headers = {},
    }: { token?: string | null; payload?: unknown; headers?: object } = {},
  ): Promise<Result> => {
    const authorization = token === null ? {} : { authorization: `Bearer ${token}` }
    const options: InjectOptions = { method, url: `/registry${path}`, headers: { ...authorization, ...headers } }
    const result = await app.inject(
      payload === undefined
        ? options
        : { ...options, payload: typeof payload === 'string' ? payload : Object(payload) },
    )
    const isJson = result.payload !== '' && String(result.headers['content-type']).startsWith('application/json')
    const body = isJson ? z.record(z.string(), z.unknown()).parse(result.json()) : {}
    return { status: result.statusCode, headers: result.headers, body }
  }

  return {
    app,
    ctx,
    call,
    /** Versions are checked against it. A test may change it. */
    product,
    /** Credentials that rest-auth received. */
    requested,
    pass: (milliseconds: number) => void (time += milliseconds),
    /** Returns the secret. */
    createToken: async (name: string, more: object = {}): Promise<string> => {
      const result = await call('POST', '/tokens', { payload: { name, ...more } })
      const { body } = result
      if (result.status !== 200) throw new Error(JSON.stringify(result))
      return z.string().parse(body['token'])
    },
    stop: async () => {
      uploads?.stop()
      await app.close()
      restAuth.close()
      await database.end()
      await testDatabase.drop()
    },
  }
}
