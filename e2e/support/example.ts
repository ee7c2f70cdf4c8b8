import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { findFreePort } from 'database/free-port.ts'
import { findBrowser } from './browser.ts'
import { makeKey } from 'remote-tools/command/sign'

const root = resolve(import.meta.dirname, '../..')
const source = join(root, 'examples/mf-invoices')

/** examples/mf-invoices in the running product with its service, visible only to testers. */
export interface Example {
  /** Restarts the service with its data. */
  startService: () => Promise<void>
  stopService: () => Promise<void>
  /** Shows the remote in the page's browser, which must be signed in. */
  showTo: (page: Page) => Promise<void>
  /** Makes it live for everyone, with its permissions. */
  release: () => Promise<void>
  unpublish: () => Promise<void>
  /** Runs its own journeys as its team does. */
  runJourneys: () => Promise<void>
  leave: () => Promise<void>
}

/** Publishes the example to the testers' channel, and registers its service as an operator. */
export async function publishExample(): Promise<Example> {
  const home = await mkdtemp(join(tmpdir(), 'invoices-'))
  const folder = join(home, 'mf-invoices')
  await cp(source, folder, { recursive: true, filter: (path) => !/node_modules|dist/.test(relative(source, path)) })
  await symlink(join(source, 'node_modules'), join(folder, 'node_modules'))
  await makeKey(folder)
  const product = process.env['PRODUCT_URL'] ?? ''
  const remote = async (...args: string[]): Promise<Record<string, unknown>> => {
    const program = [join(root, 'packages/remote-tools/src/command/main.ts'), ...args, '--to', product, '--json']
    const { executablePath: CHROME, env: own } = await findBrowser()
    const env = { ...process.env, ...own, CHROME, NODE_ENV: undefined, DATA_DIR: process.env['PRODUCT_DATA'] }
    return JSON.parse((await promisify(execFile)(process.execPath, program, { cwd: folder, env })).stdout)
  }
  const port = await findFreePort()
  const env = { ...process.env, PRODUCT: product, PORT: String(port), DATABASE: join(home, 'invoices.db') }
  let service: ChildProcess | undefined
  const startService = async () => {
    const started = spawn(process.execPath, ['service/main.ts'], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    service = started
    await once(started.stdout, 'data')
  }
  const stopService = async () => {
    if (!service || service.exitCode !== null || service.signalCode !== null) return
    const ended = once(service, 'exit')
    service.kill('SIGKILL')
    await ended
  }
  await remote('publish', '--channel', 'next')
  await remote('service', 'set', 'mf-invoices', `http://127.0.0.1:${port}`)
  await startService()
  return {
    startService,
    stopService,
    showTo: async (page) => {
      const { url } = await remote('preview', 'mf-invoices')
      await page.goto(String(url))
      await page.getByRole('button', { name: 'Run it in this browser' }).click()
      await page.waitForURL((address) => !address.pathname.startsWith('/preview'))
    },
    release: async () => {
      await remote('publish')
    },
    unpublish: async () => {
      await remote('unpublish', 'mf-invoices')
    },
    runJourneys: async () => {
      await remote('test')
    },
    leave: async () => {
      await stopService()
      await remote('service', 'remove', 'mf-invoices')
      await rm(home, { recursive: true })
    },
  }
}
