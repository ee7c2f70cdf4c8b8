import { parentPort } from 'node:worker_threads'
import { fastify } from 'fastify'
import { monotonicTime } from 'service/monotonic-time.ts'
import { serveRegistryApi } from '../api.ts'
import { watchProduct } from '../product.ts'
import { connectRegistry } from '../storage/open-registry.ts'
import type { UploadWorkerStart } from './upload-thread.ts'

// Has normal priority, unlike compression: otherwise its transactions would exceed their deadlines.
parentPort?.once('message', ({ settings, gatewayUrl, reservedPaths, raisedBudgets, calls }: UploadWorkerStart) => {
  const database = connectRegistry(settings)
  const app = fastify({ logger: { level: 'warn', base: { service: 'shell' } }, trustProxy: '127.0.0.1' })
  serveRegistryApi(app, {
    ...calls,
    database,
    db: database,
    now: () => new Date(),
    product: watchProduct(gatewayUrl, reservedPaths, monotonicTime, raisedBudgets),
    changed: async () => {}, // by the main thread
  })
  parentPort?.once('message', () => void app.close().then(() => database.end()))
  void app
    .listen({ host: '127.0.0.1', port: 0 })
    .then((address) => parentPort?.postMessage(Number(new URL(address).port)))
})
