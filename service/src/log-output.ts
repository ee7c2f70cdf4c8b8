import sonic from 'sonic-boom'

/** Bytes of log lines that may wait for whoever reads them; what comes meanwhile is left out. */
const mostWaiting = 1_000_000

/** Milliseconds after which lines that could not be written are tried again. */
const retryAfter = 1000

/**
 * Standard output for log lines. Nothing waits or dies because of one: while it cannot be written (a full disk) lines wait in
 * memory up to a bound, and without a reader they are gone.
 */
export function logOutput(): sonic.SonicBoom {
  // A flush in between tries again what could not be written; SonicBoom has none without a minimal length.
  const output = new sonic.SonicBoom({
    fd: 1,
    sync: false,
    maxLength: mostWaiting,
    minLength: 1,
    periodicFlush: retryAfter,
  })
  let broken = false
  output.on('error', () => (broken = true))
  output.on('write', () => (broken = false))
  // flushSync tries for ever on a full disk.
  process.on('exit', () => broken || output.flushSync())
  return output
}
