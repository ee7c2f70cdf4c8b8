import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const root = resolve(import.meta.dirname, '../..')
const entries = {
  'rest-auth': 'rest-auth/src/main.ts',
  gateway: 'gateway/src/main.ts',
  shell: 'shell/server/main.ts',
} as const

export type ServiceName = keyof typeof entries
export const serviceNames: readonly ServiceName[] = ['rest-auth', 'gateway', 'shell']

/** A process of a service that can be stopped and restarted. */
export class Instance {
  readonly #entry: string
  readonly #port: number
  readonly #environment: Record<string, string>
  readonly #log: string
  #child: ChildProcess | undefined

  constructor(service: ServiceName, number: number, port: number, environment: Record<string, string>, folder: string) {
    this.#entry = entries[service]
    this.#port = port
    this.#environment = environment
    this.#log = join(folder, `${service}-${number}.log`)
  }

  /** Runs the release in this checkout, by default this one. */
  async start(checkout = root): Promise<void> {
    const log = openSync(this.#log, 'a')
    const child = fork(join(checkout, this.#entry), {
      cwd: checkout,
      env: { PATH: process.env['PATH'], ...this.#environment, PORT: String(this.#port) },
      execArgv: ['--import', './tools/end-with-parent.mjs'],
      stdio: ['ignore', log, log, 'ipc'],
    })
    closeSync(log)
    this.#child = child
    await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => Promise.reject(new Error(`It did not start: ${this.#log}`))),
    ])
    while (!(await this.#isReady())) await delay(100)
  }

  /** Stops it like an orchestrator. Returns how long that took, in milliseconds. */
  async stop(): Promise<number> {
    const child = this.#child
    if (!child || child.exitCode !== null) throw new Error(`It had already exited: ${this.#log}`)
    const told = performance.now()
    child.kill('SIGTERM')
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`It exited with ${code}: ${this.#log}`)
    return performance.now() - told
  }

  async #isReady(): Promise<boolean> {
    const response = await fetch(`http://127.0.0.1:${this.#port}/ready`).catch(() => undefined)
    await response?.arrayBuffer()
    return response?.ok ?? false
  }
}
