import sonic from 'sonic-boom'

/** Bytes of log lines that may wait for whoever reads them; what comes meanwhile is left out. */
const mostWaiting = 1_000_000

/** Milliseconds that lines wait for others: each write goes to a thread and back, which is a tenth of a quick request. */
const gathered = 10

/** Bytes that are written without waiting for more. */
const muchAtOnce = 8 * 1024

/** Milliseconds after which lines that could not be written are tried again. */
const retryAfter = 1000

/**
 * Standard output for log lines. Nothing waits or dies because of one: while it cannot be written (a full disk) lines wait in
 * memory up to a bound, and without a reader they are gone.
 */
export function logOutput(): sonic.SonicBoom {
  const output = new sonic.SonicBoom({
    fd: 1,
    sync: false,
    maxLength: mostWaiting,
    minLength: muchAtOnce,
    periodicFlush: retryAfter,
  })
  const write = output.write.bind(output)
  let isDue = false
  output.write = (line) => {
    if (!isDue) {
      isDue = true
      setTimeout(() => {
        isDue = false
        output.flush()
      }, gathered).unref()
    }
    return write(line)
  }
  let broken = false
  output.on('error', () => (broken = true))
  output.on('write', () => (broken = false))
  // flushSync tries for ever on a full disk.
  process.on('exit', () => broken || output.flushSync())
  return output
}
