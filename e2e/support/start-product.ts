import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** Starts the whole product as `npm start` does, on a free port and with data of its own, once for all tests. */
export default async function startProduct(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'e2e-'))
  const product = fork(join(root, 'scripts/up.ts'), {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0' },
    execArgv: ['--import', './scripts/end-with-parent.mjs'],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const address = await Promise.race([
    once(product, 'message').then(([message]) => String(message.listening)),
    once(product, 'exit').then(() => Promise.reject(new Error('The product did not start; it said why above.'))),
  ])
  process.env['PRODUCT_URL'] = address
  process.env['PRODUCT_DATA'] = dataDir
  return async () => {
    product.kill('SIGTERM')
    await once(product, 'exit')
    await rm(dataDir, { recursive: true, force: true })
  }
}
