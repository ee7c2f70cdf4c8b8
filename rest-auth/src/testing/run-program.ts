import { spawn } from 'node:child_process'
import { onTestFinished, vi } from 'vitest'

interface Options {
  readonly args?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly input?: string | undefined
  readonly output?: 'pipe' | number
}

/** Runs one of our programs as a process with only this environment, until the test ends. */
export function runProgram(
  file: string,
  { args = [], environment = {}, input, output: standardOutput = 'pipe' }: Options = {},
) {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [file, ...args], {
    env: { PATH, NODE_COMPILE_CACHE, PORT: '0', ...environment },
    stdio: ['pipe', standardOutput, 'pipe', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += String(data)))
  child.stdin?.end(input)
  const ended = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)))
  const listening = new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve(String(Object(message).listening)))
    void ended.then(() => reject(new Error(`${file} ended:\n${output}`)))
  })
  listening.catch(() => {})
  /** Log lines use their own pipe, so lines written before a response may be read after it. */
  const logged = (text: string) => vi.waitUntil(() => output.includes(text))
  return { child, ended, listening, output: () => output, logged }
}
