import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, existsSync, renameSync, statSync, type WriteStream } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { PlainError } from './plain-error.ts'
import { toTerminal } from './log-line.ts'

const root = resolve(import.meta.dirname, '../..')
const longestPause = 10_000
const stopTimeout = 3000
const logSizeAtMost = 10_000_000

export interface Service {
  /** Ends it and starts it again. */
  restart(): void
  stop(): Promise<void>
}

interface ServiceOptions {
  name: string
  /** Relative to the repository. */
  entry: string
  /** With the PORT to listen on. */
  env: NodeJS.ProcessEnv
  dataDir: string
}

/**
 * Starts a service in a process of its own and, from then on, starts it again whenever it ends, with growing pauses.
 * What it prints goes to `<dataDir>/logs/<name>.log`; warnings and errors are shown on the terminal too.
 * @throws PlainError when it ends before it listens
 */
export async function startService({ name, entry, env, dataDir }: ServiceOptions): Promise<Service> {
  const logFile = join(dataDir, 'logs', `${name}.log`)
  const log = openLog(logFile)
  let child: ChildProcess
  let hasStarted = false
  let stopping = false
  let restarting = false
  let pause = 0

  const launch = (): Promise<void> =>
    new Promise((listening, reject) => {
      const launched = performance.now()
      // A group of its own: Ctrl-C reaches this process only, which then ends the services in order.
      child = spawn(process.execPath, ['--import', './scripts/end-with-parent.mjs', entry], {
        cwd: root,
        env,
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      })
      for (const output of [child.stdout, child.stderr]) if (output) follow(output, name, log)
      child.on('message', (message) => {
        if (typeof message === 'object' && 'listening' in message) listening()
      })
      child.on('exit', (code, signal) => {
        const end = signal ?? `exit code ${code}`
        if (!hasStarted)
          return reject(new PlainError(`${name} did not start (${end}). All that it said is in ${logFile}`))
        if (!stopping) relaunch(end, performance.now() - launched)
      })
    })

  const relaunch = (end: string, lived: number): void => {
    pause = restarting ? 0 : lived > 30_000 ? 250 : Math.min(pause * 2 || 250, longestPause)
    console.error(restarting ? `${name} starts again` : `${name} ended (${end}); it starts again in ${pause / 1000} s`)
    restarting = false
    setTimeout(() => {
      if (!stopping) void launch()
    }, pause)
  }

  await launch()
  hasStarted = true
  return {
    restart: () => {
      restarting = child.kill('SIGTERM')
    },
    stop: () => {
      stopping = true
      return endProcess(child)
    },
  }
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolveEnd) => child.once('exit', resolveEnd))
  const force = setTimeout(() => child.kill('SIGKILL'), stopTimeout)
  child.kill('SIGTERM')
  await ended
  clearTimeout(force)
}

function openLog(file: string): WriteStream {
  if (existsSync(file) && statSync(file).size > logSizeAtMost) renameSync(file, `${file}.1`)
  return createWriteStream(file, { flags: 'a' })
}

function follow(output: Readable, name: string, log: WriteStream): void {
  createInterface(output).on('line', (line) => {
    log.write(`${line}\n`)
    const text = toTerminal(line)
    if (text !== undefined) console.error(`[${name}] ${text}`)
  })
}
