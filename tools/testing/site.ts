import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, vi } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

export interface Run {
  process: ChildProcess
  output: () => string
  ended: Promise<number | string>
  /** The URL of the product. Rejects with the output if it exits before. */
  ready: Promise<string>
}

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

export interface Site {
  dataDir: string
  /** HOME of the product, so that a `remote` outside of the test does not find it. */
  home: string
  start: (command?: [string, ...string[]], env?: NodeJS.ProcessEnv) => Run
  find: (pattern: RegExp) => number
  nothingLeft: () => Promise<void>
  end: () => Promise<void>
}

export async function createSite(): Promise<Site> {
  const dataDir = await mkdtemp(join(tmpdir(), 'up-'))
  const home = join(dataDir, 'home')
  const runs: Run[] = []
  const nothingLeft = (): Promise<void> => vi.waitFor(() => expect(processesOf(dataDir)).toEqual([]), { interval: 50 })
  return {
    dataDir,
    home,
    nothingLeft,
    start: (command = ['node', 'tools/boot.mjs', 'tools/up.ts'], env = {}) => {
      const run = runCommand(command, { DATA_DIR: dataDir, HOME: home, PORT: '0', NODE_ENV: undefined, ...env })
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

/** Found by their environment or, like PostgreSQL, by their working directory. */
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
