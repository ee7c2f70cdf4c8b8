#!/usr/bin/env node
// The command `remote`: here as `npm run remote -- …`, in a team's own repository as `npx remote …`.
import { runRemote } from './run.ts'

const { out, err, code } = await runRemote(process.argv.slice(2), {
  environment: process.env,
  folder: process.cwd(),
  stage,
})
process.stderr.write(err)
process.stdout.write(out)
process.exitCode = code

/** Who is no terminal sees nothing of it. */
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
