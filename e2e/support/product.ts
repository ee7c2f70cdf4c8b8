import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** In seconds; the database is slow while other tests keep the machine busy. */
const timeouts = { DATABASE_REQUEST_TIMEOUT: '60' }

export interface RunningProduct {
  address: string
  dataDir: string
  stop(): Promise<void>
}

/** Starts the product on a free port with its own data; `settings` extend its environment. */
export async function startProduct(settings: Record<string, string> = {}): Promise<RunningProduct> {
  const dataDir = await mkdtemp(join(tmpdir(), 'e2e-'))
  const product = fork(join(root, 'tools/up.ts'), {
    cwd: root,
    // With a home of its own, where `remote` of a developer does not find this product.
    env: { ...process.env, DATA_DIR: dataDir, HOME: dataDir, PORT: '0', ...timeouts, ...settings },
    execArgv: ['--import', './tools/end-with-parent.mjs'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(product, 'exit')
  const address = await Promise.race([
    once(product, 'message').then(([message]) => String(message.listening)),
    ended.then(() => Promise.reject(new Error('The product did not start. The reason is above.'))),
  ])
  return {
    address,
    dataDir,
    stop: async () => {
      product.kill('SIGTERM')
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
