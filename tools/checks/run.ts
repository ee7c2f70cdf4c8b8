import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

export interface Outcome {
  ok: boolean
  /** Standard output and standard error, in order. */
  output: string
}

const running = new Set<ChildProcess>()

// Signals from anything but a terminal do not reach child processes.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    for (const child of running) child.kill('SIGTERM')
    process.exit(1)
  })
}

/** `show` gets the output as it arrives. */
export function run(
  program: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
  show: (text: string) => void = () => {},
): Promise<Outcome> {
  return new Promise((done) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.add(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        output += String(text)
        show(String(text))
      })
    }
    child.on('error', (error) => done({ ok: false, output: `${program}: ${error.message}` }))
    child.on('close', (code) => {
      running.delete(child)
      done({ ok: code === 0, output })
    })
  })
}

/** Returns the standard output. Rejects if the program fails. */
export async function mustRun(program: string, args: string[]): Promise<string> {
  const { ok, output } = await run(program, args)
  if (!ok) throw new Error(`${program} ${args.join(' ')} failed:\n${output}`)
  return output
}
