import { fstatSync, write, writeSync } from 'node:fs'
import { monotonicTime } from './monotonic-time.ts'

const maxBufferedChars = 1_000_000
/** In milliseconds. A write costs a tenth of a quick request, because it goes through a thread. */
const flushInterval = 10
const flushSize = 8 * 1024
const retryDelay = { full: 20, failed: 1000 }
const maxExitWait = 500

/** Never blocks: while output stalls, lines wait in memory, up to a limit; others are dropped. */
export function logOutput() {
  makeNonBlocking()
  let waiting = ''
  let timer: NodeJS.Timeout | undefined
  let chunk: Buffer = Buffer.alloc(0)
  let isInThread = false

  const begin = () => {
    clearTimeout(timer)
    timer = undefined
    if (chunk.length > 0 || waiting === '') return
    chunk = Buffer.from(waiting)
    waiting = ''
    attempt()
  }
  const attempt = () => {
    isInThread = true
    write(1, chunk, (error, written) => {
      isInThread = false
      if (error) {
        setTimeout(attempt, error.code === 'EAGAIN' ? retryDelay.full : retryDelay.failed).unref()
        return
      }
      chunk = chunk.subarray(written)
      if (chunk.length > 0) attempt()
      else begin()
    })
  }
  process.on('exit', () => {
    // The exit waits for the thread, which writes its chunk itself.
    writeNow(Buffer.concat([isInThread ? Buffer.alloc(0) : chunk, Buffer.from(waiting)]))
  })
  return {
    write(line: string): void {
      if (waiting.length + line.length > maxBufferedChars) return
      waiting += line
      if (waiting.length >= flushSize) begin()
      else timer ??= setTimeout(begin, flushInterval).unref()
    },
  }
}

/** A blocked write would hold up the exit. Opening `process.stdout` makes pipes non-blocking. */
function makeNonBlocking(): void {
  const output = fstatSync(1)
  if (output.isFIFO() || output.isSocket()) void process.stdout
}

function writeNow(lines: Buffer): void {
  const end = monotonicTime() + maxExitWait
  let left = lines
  while (left.length > 0)
    try {
      left = left.subarray(writeSync(1, left))
    } catch (error) {
      const isFull = error instanceof Error && 'code' in error && error.code === 'EAGAIN'
      if (!isFull || monotonicTime() > end) return
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryDelay.full)
    }
}
