import type { FastifyInstance } from 'fastify'
import { serveRegistryApi } from 'registry/api.ts'
import type { Registry } from 'registry/live/registry.ts'
import { watchProduct } from 'registry/product.ts'
import type { ApiContext } from 'registry/token/caller.ts'
import { UploadThread } from 'registry/uploads/upload-thread.ts'
import { monotonicTime } from 'service/monotonic-time.ts'
import type { Config } from './config.ts'

export type RegistryCalls = Pick<ApiContext, 'database' | 'db' | 'now' | 'operatorToken' | 'isHurried'> & {
  readonly hasUploadThread?: boolean
}

export function registryApi(
  app: FastifyInstance,
  config: Config,
  registry: Registry,
  { hasUploadThread = false, isHurried = false, ...registryCalls }: RegistryCalls,
  reservedPaths: ReadonlySet<string>,
): ApiContext {
  const { AUTH_URL, AUTH_BASE_PATH, accountApi, GATEWAY_URL, REMOTE_BUDGETS: raisedBudgets } = config
  const calls = {
    authUrl: AUTH_URL,
    authBasePath: AUTH_BASE_PATH,
    accountApi,
    operatorToken: registryCalls.operatorToken,
    isHurried,
  }
  const { REGISTRY_DATABASE_URL, DATABASE_URL, DATABASE_POOLER } = config
  const settings = { REGISTRY_DATABASE_URL, DATABASE_URL, DATABASE_POOLER }
  const changed = () => registry.refresh()
  // Not before the first upload: by then all routes have reserved their paths.
  const start = () => ({
    settings,
    gatewayUrl: GATEWAY_URL,
    reservedPaths: [...reservedPaths],
    raisedBudgets,
    calls,
  })
  const uploads = new UploadThread(start, changed)
  app.addHook('onClose', async () => uploads.stop())
  const ctx = {
    ...registryCalls,
    ...calls,
    product: watchProduct(GATEWAY_URL, reservedPaths, monotonicTime, raisedBudgets),
    changed,
    forwardUpload: hasUploadThread ? uploads.forward : undefined,
  }
  serveRegistryApi(app, ctx)
  return ctx
}
