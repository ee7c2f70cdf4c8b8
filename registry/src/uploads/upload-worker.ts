import { Readable } from 'node:stream'
import { parentPort } from 'node:worker_threads'
import { fastify } from 'fastify'
import { monotonicTime } from 'service/monotonic-time.ts'
import { serveRegistryApi } from '../api.ts'
import { watchProduct } from '../product.ts'
import { connectRegistry } from '../storage/open-registry.ts'
import type { Handled, Upload, UploadWorkerStart } from './upload-thread.ts'

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
  const handle = async ({ method, url = '', headers, body }: Upload): Promise<Handled> => {
    const call = { method: method === 'PUT' ? 'PUT' : 'POST', url, headers } as const
    const { statusCode, payload } = await app.inject({ ...call, payload: Readable.from(body) })
    return { ok: statusCode === 200, body: payload }
  }
  let running: Promise<unknown> = Promise.resolve()
  parentPort?.on('message', (message: Upload | 'stop') => {
    running = running.then(async () => {
      if (message !== 'stop') return parentPort?.postMessage(await handle(message))
      parentPort?.close()
      await app.close()
      return database.end()
    })
  })
  parentPort?.postMessage('ready')
})
