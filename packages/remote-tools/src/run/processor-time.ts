// For processes that run code of a remote, which may never return. Only what such a process does
// itself counts: on a busy machine it may wait long for a processor.
import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { outOfProcessorTime } from './run-program.ts'

// A thread, because an endless loop keeps timers of its own thread from firing.
const watch = `
  const used = () => Object.values(process.cpuUsage()).reduce((sum, us) => sum + us, 0) / 1000
  let max = Infinity, limit
  require('node:worker_threads').parentPort.on('message', (ms) => { max = used() + ms; limit = ms })
  setInterval(() => {
    if (used() < max) return
    require('node:fs').writeSync(2, '\\n' + limit / 1000)
    process.kill(process.pid, '${outOfProcessorTime}')
  }, 20)`
const watcher = new Worker(watch, { eval: true })
watcher.unref()

/** Ends this process when it has used that much more processor time. Replaces the limit before. */
export const limitProcessorTime = (ms: number): void => watcher.postMessage(ms, [])

const tickMs = 20
const idleTime = (): number => performance.eventLoopUtilization().idle

/** Resolves if `isDone`, or when this process has had nothing to do for `maxMs` altogether. */
export async function waitIdle(maxMs: number, isDone = () => false): Promise<void> {
  for (let waited = 0, before = idleTime(); waited < maxMs && !isDone();) {
    await setTimeout(tickMs)
    const now = idleTime()
    // A process that was stopped, or not woken in time, waited no longer.
    waited += Math.min(now - before, tickMs)
    before = now
  }
}
