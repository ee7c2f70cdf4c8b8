import { fstatSync, write, writeSync } from 'node:fs'
import { steadyTime } from './steady-time.ts'

/** Characters of log lines that may wait for whoever reads them; what comes meanwhile is left out. */
const mostWaiting = 1_000_000

/** Milliseconds that lines wait for others: each write goes to a thread and back, which is a tenth of a quick request. */
const gathered = 10

/** Characters that are written without waiting for more. */
const muchAtOnce = 8 * 1024

/** Milliseconds after which lines that could not be written are tried again: where the reader has not read yet, and else. */
const retryAfter = { full: 20, failed: 1000 }

/** Milliseconds for which an exit waits for a reader. */
const lastWait = 500

/**
 * Standard output for log lines, which never blocks: while it cannot be written (full disk, slow reader) lines wait in
 * memory up to a bound, and an exit waits half a second at most.
 */
export function logOutput() {
  neverBlock()
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
        setTimeout(attempt, error.code === 'EAGAIN' ? retryAfter.full : retryAfter.failed).unref()
        return
      }
      chunk = chunk.subarray(written)
      if (chunk.length > 0) attempt()
      else begin()
    })
  }
  process.on('exit', () => {
    // The exit waits for the thread.
    writeNow(Buffer.concat([isInThread ? Buffer.alloc(0) : chunk, Buffer.from(waiting)]))
  })
  return {
    write(line: string): void {
      if (waiting.length + line.length > mostWaiting) return
      waiting += line
      if (waiting.length >= muchAtOnce) begin()
      else timer ??= setTimeout(begin, gathered).unref()
    },
  }
}

/** Else a reader who does not read would hold a thread, and with it the exit. Node does this for what it writes to pipes itself. */
function neverBlock(): void {
  const output = fstatSync(1)
  if (output.isFIFO() || output.isSocket()) void process.stdout
}

function writeNow(lines: Buffer): void {
  const end = steadyTime() + lastWait
  let left = lines
  while (left.length > 0)
    try {
      left = left.subarray(writeSync(1, left))
    } catch (error) {
      const isFull = error instanceof Error && 'code' in error && error.code === 'EAGAIN'
      if (!isFull || steadyTime() > end) return
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryAfter.full)
    }
}
