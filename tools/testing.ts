import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, vi } from 'vitest'

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

/** A data folder, and what runs on it. */
export interface Site {
  dataDir: string
  /** Starts the product on it as a process of its own; by default as `npm start` does, but without npm. */
  start: (command?: [string, ...string[]], env?: NodeJS.ProcessEnv) => Run
  /** The process whose command line matches. */
  find: (pattern: RegExp) => number
  /** Resolves when no process works on the folder any more. */
  nothingLeft: () => Promise<void>
  /** Ends what runs, and removes the folder. */
  end: () => Promise<void>
}

export async function createSite(): Promise<Site> {
  const dataDir = await mkdtemp(join(tmpdir(), 'up-'))
  const runs: Run[] = []
  const nothingLeft = (): Promise<void> => vi.waitFor(() => expect(processesOf(dataDir)).toEqual([]), { interval: 50 })
  return {
    dataDir,
    nothingLeft,
    start: (command = ['node', 'tools/boot.mjs', 'tools/up.ts'], env = {}) => {
      const run = runCommand(command, { DATA_DIR: dataDir, PORT: '0', NODE_ENV: undefined, ...env })
      runs.push(run)
      return run
    },
    find: (pattern) => {
      const found = processesOf(dataDir).find(({ command }) => pattern.test(command))
      if (!found) throw new Error(`no process ${pattern} among ${JSON.stringify(processesOf(dataDir))}`)
      return found.pid
    },
    end: async () => {
      for (const run of runs) run.process.kill('SIGTERM')
      await nothingLeft()
      await rm(dataDir, { recursive: true })
    },
  }
}

interface FoundProcess {
  pid: number
  command: string
}

/** The processes that work on a data folder: by their environment or, like PostgreSQL, by where they are. */
function processesOf(dataDir: string): FoundProcess[] {
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
