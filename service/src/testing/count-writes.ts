// Logs a line each millisecond, of which there are a hundred: tells its parent how many writes and milliseconds that took.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { setTimeout } from 'node:timers/promises'
import { pino } from 'pino'
import { logOutput } from '../log-output.ts'

let writes = 0
const write = fs.write
Object.assign(fs, {
  write: (...all: Parameters<typeof write>) => {
    writes += 1
    write(...all)
  },
})
syncBuiltinESMExports()
const begun = performance.now()
const log = pino({}, logOutput())
for (let n = 0; n < 100; n += 1) {
  log.info({ n }, 'line')
  await setTimeout(1)
}
await setTimeout(100)
process.send?.({ writes, ms: performance.now() - begun })
