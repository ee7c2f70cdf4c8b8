import { fstatSync, writeSync } from 'node:fs'
import { monotonicTime } from './monotonic-time.ts'

const maxBufferedChars = 1_000_000
/** In milliseconds. */
const flushInterval = 10
const flushSize = 8 * 1024
const retryDelay = { full: 20, failed: 1000 }
const maxExitWait = 500

/**
 * Never blocks on a pipe: while its reader stalls, lines wait in memory, up to a limit; others are
 * dropped.
 */
export function logOutput() {
  makeNonBlocking()
  let waiting = ''
  let chunk: Buffer = Buffer.alloc(0)
  let timer: NodeJS.Timeout | undefined

  /** Returns why lines are left, if any. */
  const write = (): keyof typeof retryDelay | undefined => {
    try {
      while (chunk.length > 0 || waiting !== '') {
        if (chunk.length === 0) {
          chunk = Buffer.from(waiting)
          waiting = ''
        }
        chunk = chunk.subarray(writeSync(1, chunk))
      }
      return undefined
    } catch (error) {
      return error instanceof Error && 'code' in error && error.code === 'EAGAIN' ? 'full' : 'failed'
    }
  }
  const flush = () => {
    clearTimeout(timer)
    const stalled = write()
    timer = stalled && setTimeout(flush, retryDelay[stalled]).unref()
  }
  process.on('exit', () => {
    const end = monotonicTime() + maxExitWait
    while (write() === 'full' && monotonicTime() < end) pause(retryDelay.full)
  })
  return {
    write(line: string): void {
      if (waiting.length + line.length > maxBufferedChars) return
      waiting += line
      if (waiting.length >= flushSize && chunk.length === 0) flush()
      else timer ??= setTimeout(flush, flushInterval).unref()
    },
  }
}

/** Opening `process.stdout` makes pipes non-blocking. */
function makeNonBlocking(): void {
  const output = fstatSync(1)
  if (output.isFIFO() || output.isSocket()) void process.stdout
}

const pause = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
