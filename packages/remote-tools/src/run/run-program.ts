import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

interface Limits {
  timeoutMs: number
  /** After the first output. */
  restMs?: number
  flags?: string[]
}

/** Runs a program that runs code of a remote, which must not see the environment: it contains tokens. */
export function runProgram(
  program: URL,
  input: object,
  { timeoutMs, restMs, flags = [] }: Limits,
): Promise<[output: string, errors: string, code: number | null]> {
  const child = spawn(process.execPath, ['--no-warnings', ...flags, fileURLToPath(program)], {
    env: { NODE_ENV: 'production', TZ: 'UTC' },
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  child.stdin.on('error', () => {})
  child.stdin.end(JSON.stringify(input))
  if (restMs !== undefined) child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), restMs).unref())
  return Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve)),
  ])
}

export const whyOf = (code: number | null, maxMs: number, errors: string): string =>
  code === null ? `does not finish within ${maxMs / 1000} seconds` : `fails with ${errors.trim().slice(-500)}`
