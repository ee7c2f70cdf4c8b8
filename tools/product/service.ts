import { type ChildProcess, spawn } from 'node:child_process'
import { type LogFile, openLogFile } from 'database/log-file.ts'
import { nextPause } from 'database/next-pause.ts'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { nodeFlags } from './node-flags.mjs'
import { PlainError } from './plain-error.ts'
import { toTerminal } from './log-line.ts'
import { show } from './terminal.ts'

const root = resolve(import.meta.dirname, '../..')
/** For whoever does not end within the time that it said it might take, in milliseconds. */
const patience = 2000

export interface Service {
  restart(): void
  /** Ends it by a signal: it takes its time after SIGTERM, and little after others. */
  stop(signal: NodeJS.Signals): Promise<void>
  kill(): void
}

interface ServiceOptions {
  name: string
  entry: string
  /** With the PORT to listen on. */
  env: NodeJS.ProcessEnv
  dataDir: string
}

/**
 * Starts a service in a process of its own and, from then on, starts it again whenever it ends.
 * What it prints goes to `<dataDir>/logs/<name>.log`; warnings and errors are shown on the terminal too.
 * @throws PlainError when it ends before it listens
 */
export async function startService({ name, entry, env, dataDir }: ServiceOptions): Promise<Service> {
  const logFile = join(dataDir, 'logs', `${name}.log`)
  const log = openLogFile(logFile)
  let child: ChildProcess
  let hasStarted = false
  let stopping = false
  let restarting = false
  let pause = 0
  let endsWithin = 0

  const launch = (): Promise<void> =>
    new Promise((listening, reject) => {
      const launched = performance.now()
      // A group of its own: Ctrl-C reaches this process only, which then ends the services in order.
      child = spawn(process.execPath, [...nodeFlags(entry), entry], {
        cwd: root,
        env,
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      })
      for (const output of [child.stdout, child.stderr]) if (output) follow(output, name, log)
      child.on('message', (message) => {
        if (typeof message !== 'object' || !('listening' in message)) return
        endsWithin = 'endsWithin' in message ? Number(message.endsWithin) : 0
        if (hasStarted) console.error(`${name} serves again`)
        listening()
      })
      const ended = (end: string): void => {
        if (!hasStarted) reject(new PlainError(`${name} did not start (${end}). All that it said is in ${logFile}`))
        else if (!stopping) relaunch(end, performance.now() - launched)
      }
      child.on('exit', (code, signal) => ended(signal ?? `exit code ${code}`))
      // Without memory or processes to be had there is no start, nor an exit.
      child.on('error', (error) => child.pid === undefined && ended(error.message))
    })

  const relaunch = (end: string, lived: number): void => {
    pause = restarting ? 0 : nextPause(pause, lived)
    console.error(restarting ? `${name} starts again` : `${name} ended (${end}); it starts again`)
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
    stop: (signal) => {
      stopping = true
      return endProcess(child, signal, endsWithin + patience)
    },
    kill: () => {
      stopping = true
      child.kill('SIGKILL')
    },
  }
}

async function endProcess(child: ChildProcess, signal: NodeJS.Signals, within: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolveEnd) => child.once('exit', resolveEnd))
  const force = setTimeout(() => child.kill('SIGKILL'), within)
  child.kill(signal)
  await ended
  clearTimeout(force)
}

function follow(output: Readable, name: string, log: LogFile): void {
  createInterface(output).on('line', (line) => {
    log.write(line)
    const text = toTerminal(line)
    if (text !== undefined) show(`[${name}] ${text}`)
  })
}
