import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

export interface Run {
  process: ChildProcess
  /** All that it printed so far. */
  output: () => string
  /** Resolves with the exit code, or the signal's name. */
  ended: Promise<number | string>
  /** Resolves with the address when the product is ready; rejects with the output when it ends before. */
  ready: Promise<string>
}

/** Runs a command in the repository as somebody at a terminal would; its environment is this one with `env`. */
export function runCommand(command: [string, ...string[]], env: NodeJS.ProcessEnv, cwd = root): Run {
  const [program, ...args] = command
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const ended = new Promise<number | string>((end) => child.on('close', (code, signal) => end(code ?? signal ?? -1)))
  const ready = new Promise<string>((isReady, fail) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        output += String(text)
        const address = /Ready after .*: (http\S+)/.exec(output)?.[1]
        if (address) isReady(address)
      })
    }
    void ended.then(() => fail(new Error(output)))
  })
  ready.catch(() => {})
  return { process: child, output: () => output, ended, ready }
}

interface FoundProcess {
  pid: number
  command: string
}

/** The processes that work on a data folder: by their environment or, like PostgreSQL, by where they are. */
export function processesOf(dataDir: string): FoundProcess[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid)
    .flatMap((entry) => {
      try {
        const belongs =
          readFileSync(`/proc/${entry}/environ`, 'utf8').includes(`DATA_DIR=${dataDir}\0`) ||
          readlinkSync(`/proc/${entry}/cwd`).startsWith(dataDir)
        const command = readFileSync(`/proc/${entry}/cmdline`, 'utf8').replaceAll('\0', ' ')
        return belongs && command !== '' ? [{ pid: Number(entry), command }] : []
      } catch {
        return []
      }
    })
}
