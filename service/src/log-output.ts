import { writeSync } from 'node:fs'
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
  // A flush in between tries again what could not be written; SonicBoom has none without a minimal length.
  const output = new sonic.SonicBoom({
    fd: 1,
    sync: false,
    maxLength: mostWaiting,
    minLength: 1,
    periodicFlush: retryAfter,
  })
  const write = output.write.bind(output)
  let together = ''
  const pass = () => {
    const lines = together
    together = ''
    return lines === '' || write(lines)
  }
  output.write = (line) => {
    if (together === '') setTimeout(pass, gathered).unref()
    together += line
    return together.length < muchAtOnce || pass()
  }
  let broken = false
  output.on('error', () => (broken = true))
  output.on('write', () => (broken = false))
  process.on('exit', () => {
    if (broken) return
    // It tries for ever where nothing can be written, which is not known yet of the lines that wait for others.
    output.flushSync()
    try {
      writeSync(1, together)
    } catch {} // nobody reads them
  })
  return output
}
