import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/** Sent by `limitProcessorTime`. It ends a process without a core dump. */
export const outOfProcessorTime = 'SIGVTALRM'

interface Limits {
  /** Enough for a machine that gives the process a twentieth of a processor. */
  wallMs?: number | undefined
  flags?: string[]
}

/**
 * Runs a program that limits its processor time and runs code of a remote, which must not see the
 * environment: it contains tokens. `problem` completes a name: `does not finish …`. Rejects if the
 * machine is too busy.
 */
export async function runProgram(
  program: URL,
  input: object,
  { wallMs = 600_000, flags = [] }: Limits = {},
): Promise<{ output: string; problem: string | null }> {
  const child = spawn(process.execPath, ['--no-warnings', ...flags, fileURLToPath(program)], {
    env: { NODE_ENV: 'production', TZ: 'UTC' },
    timeout: wallMs,
    killSignal: 'SIGKILL',
  })
  child.stdin.on('error', () => {})
  child.stdin.end(JSON.stringify(input))
  const [output, errors, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) =>
      child.on('error', reject).on('close', (...end) => resolve(end)),
    ),
  ])
  // By the timeout. All limits of the program itself count only what it does.
  if (child.killed)
    throw new Error(
      `${busy}: within ${wallMs / 1000} seconds it gave a process that runs the remote too little processor time. ` +
        'Try again when it has less to do.',
    )
  if (code === 0) return { output, problem: null }
  const last = errors.trim().slice(-500)
  const problem =
    signal === outOfProcessorTime
      ? `does not finish within ${last.split('\n').at(-1)} seconds of processor time`
      : `fails with ${last || (signal ?? code)}`
  return { output, problem }
}

const busy = 'This machine is too busy'

/** Also of errors that a bundler has turned into text. */
export const isBusy = (error: unknown): error is Error => error instanceof Error && error.message.includes(busy)
