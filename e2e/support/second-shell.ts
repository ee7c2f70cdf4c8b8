import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startEmbeddedDatabase } from 'database/embedded.ts'
import { findFreePort } from 'database/free-port.ts'
import type { RunningProduct } from './product.ts'

const root = resolve(import.meta.dirname, '../..')

/** Proxies each request to the next of `ports`, which may change at any time. */
export async function startBalancer(port: number, ports: number[]): Promise<() => Promise<void>> {
  let count = 0
  const server = createServer((incoming, result) => {
    const { method, url: path, headers } = incoming
    const target = ports[count++ % ports.length]
    const outgoing = request({ host: '127.0.0.1', port: target, method, path, headers }, (response) => {
      result.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(result)
    })
    outgoing.on('error', () => result.destroy())
    incoming.pipe(outgoing)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
}

/** Starts another shell server with the same registry, but with its own folder. */
export async function startSecondShell(
  product: RunningProduct,
  services: string,
): Promise<{ port: number; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'second-shell-'))
  const { url } = await startEmbeddedDatabase(product.dataDir)
  const password = await readFile(join(product.dataDir, 'registry-password'), 'utf8')
  const OPERATOR_TOKEN = (await readFile(join(product.dataDir, 'operator-token'), 'utf8')).trim()
  const port = await findFreePort()
  const server = fork(join(root, 'shell/server/main.ts'), {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATA_DIR: dataDir,
      PORT: String(port),
      AUTH_URL: product.address,
      OPERATOR_TOKEN,
      REST_AUTH_URL: services,
      GATEWAY_URL: services,
      REGISTRY_DATABASE_URL: url.replace(/\/\/[^@]*@/, `//registry:${password}@`),
    },
    execArgv: ['--import', './tools/end-with-parent.mjs'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await once(server, 'message')
  return {
    port,
    stop: async () => {
      server.kill('SIGTERM')
      await once(server, 'exit')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
