import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/** Runs a program that runs code of a remote, which must not see the environment: it contains tokens. */
export function startProgram(program: URL, input: object, timeout: number, ...flags: string[]) {
  const child = spawn(process.execPath, ['--no-warnings', ...flags, fileURLToPath(program)], {
    env: { NODE_ENV: 'production', TZ: 'UTC' },
    timeout,
    killSignal: 'SIGKILL',
  })
  child.stdin.on('error', () => {})
  child.stdin.end(JSON.stringify(input))
  const ended = Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve)),
  ])
  return { child, ended }
}

export const whyOf = (code: number | null, maxMs: number, errors: string): string =>
  code === null ? `does not finish within ${maxMs / 1000} seconds` : `fails with ${errors.trim().slice(-500)}`
