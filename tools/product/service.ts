import { type ChildProcess, spawn } from 'node:child_process'
import { type LogFile, openLogFile } from 'database/log-file.ts'
import { nextRetryDelay } from 'database/retry-delay.ts'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { nodeFlags } from 'service/node-flags.mjs'
import { PlainError } from './plain-error.ts'
import { formatForTerminal } from './log-line.ts'
import { show } from './terminal.ts'

const root = resolve(import.meta.dirname, '../..')
// Added to the time that a service announces for its shutdown.
const timeout = 2000

export type Service = Awaited<ReturnType<typeof startService>>

/** Restarts the service whenever it exits. @throws PlainError if it exits before it listens */
export async function startService(name: string, entry: string, env: NodeJS.ProcessEnv, dataDir: string) {
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
      // Detached: Ctrl-C only reaches this process, which stops the services in order.
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
        if (hasStarted) console.error(`${name} is running again`)
        listening()
      })
      const ended = (end: string): void => {
        if (!hasStarted) reject(new PlainError(`${name} did not start (${end}). See ${logFile}`))
        else if (!stopping) relaunch(end, performance.now() - launched)
      }
      child.on('exit', (code, signal) => ended(signal ?? `exit code ${code}`))
      // Instead of `exit` if the process could not be spawned, for lack of memory for instance.
      child.on('error', (error) => child.pid === undefined && ended(error.message))
    })

  const relaunch = (end: string, lived: number): void => {
    pause = restarting ? 0 : nextRetryDelay(pause, lived)
    console.error(restarting ? `${name} restarting` : `${name} exited (${end}), restarting`)
    restarting = false
    setTimeout(() => {
      if (!stopping) void launch()
    }, pause)
  }

  await launch()
  hasStarted = true
  return {
    restart: (): void => {
      restarting = child.kill('SIGTERM')
    },
    stop: (signal: NodeJS.Signals): Promise<void> => {
      stopping = true
      return endProcess(child, signal, endsWithin + timeout)
    },
    kill: (): void => {
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
    const text = formatForTerminal(line)
    if (text !== undefined) show(`[${name}] ${text}`)
  })
}
