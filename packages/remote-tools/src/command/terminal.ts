import type { Command } from './command.ts'
import { runRemote } from './run.ts'

export async function runInTerminal(own: Command[] = []): Promise<void> {
  const context = { environment: process.env, folder: process.cwd(), stage }
  const { out, err, code } = await runRemote(process.argv.slice(2), context, own)
  process.stderr.write(err)
  process.stdout.write(out)
  process.exitCode = code
}

// Silent if stderr is not a terminal.
async function stage<T>(title: string, work: () => Promise<T>): Promise<T> {
  if (!process.stderr.isTTY) return work()
  const started = performance.now()
  process.stderr.write(`${title} ... `)
  try {
    return await work()
  } finally {
    process.stderr.write(`${((performance.now() - started) / 1000).toFixed(1)} s\n`)
  }
}
