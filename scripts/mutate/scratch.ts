import { type ChildProcess, spawn } from 'node:child_process'
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, relative, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const packages = join('node_modules', '.pnpm')
const leftOut = new Set(['.git', '.data', '.cache', 'dist', packages])

interface Ending {
  /** The exit code; null when it was still running after the time it had. */
  code: number | null
  output: string
}

/** A copy of the repository that may be broken. */
export interface Scratch {
  readonly folder: string
  write(file: string, text: string): Promise<void>
  /** Runs a program in the copy, one of its `node_modules/.bin` first, for at most `seconds`. */
  run(program: string, args: string[], seconds: number): Promise<Ending>
  remove(): Promise<void>
}

const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach(kill))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

/** Copies the repository as it lies there, with what is not committed; the packages from npm are shared. */
export async function createScratch(): Promise<Scratch> {
  const folder = await mkdtemp(join(tmpdir(), 'mutate-'))
  const filter = (path: string): boolean => !leftOut.has(relative(root, path))
  await cp(root, folder, { recursive: true, verbatimSymlinks: true, filter })
  await symlink(join(root, packages), join(folder, packages))
  return {
    folder,
    write: (file, text) => writeFile(join(folder, file), text),
    run: (program, args, seconds) => runIn(folder, program, args, seconds),
    remove: () => rm(folder, { recursive: true }),
  }
}

function runIn(cwd: string, program: string, args: string[], seconds: number): Promise<Ending> {
  const PATH = [join(cwd, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  return new Promise((done) => {
    // A group of its own, so that what the tests have started ends with them.
    const child = spawn(program, args, {
      cwd,
      detached: true,
      env: { ...process.env, PATH, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.add(child)
    let output = ''
    let late = false
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()))
    const timer = setTimeout(() => {
      late = true
      kill(child)
    }, seconds * 1000)
    child.on('close', (code) => {
      clearTimeout(timer)
      running.delete(child)
      done({ code: late ? null : code, output })
    })
  })
}

function kill({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {} // has ended meanwhile
}
