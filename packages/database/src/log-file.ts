import { basename, dirname } from 'node:path'
import { createStream, type RotatingFileStream } from 'rotating-file-stream'

/** Bytes after which a file is rotated, and how many older ones are kept (`<name>.1` is the latest): at most 50 MB for each name. */
const fileSize = '10M'
const keptFiles = 4

/** Bytes that may wait for a slow disk; what comes meanwhile is left out. */
const mostWaiting = 1_000_000

/** Milliseconds until a file that could not be written is tried again. */
const retryAfter = 1000

export interface LogFile {
  /** Appends a line. Never throws and never waits. */
  write(line: string): void
  close(): void
}

/**
 * Opens a log file, which is rotated by size while it is written. Nobody is to die or to wait because of a log line: those that
 * cannot be written, as on a full disk, are left out, and a line says how many as soon as there is space.
 */
export function openLogFile(file: string): LogFile {
  let stream: RotatingFileStream | undefined
  let retryAt = 0
  let leftOut = 0

  const open = (): RotatingFileStream => {
    const opened = createStream(basename(file), { path: dirname(file), size: fileSize, rotate: keptFiles })
    opened.on('error', () => {
      if (stream !== opened) return
      stream = undefined // it has closed itself
      retryAt = performance.now() + retryAfter
    })
    return opened
  }

  return {
    write: (line) => {
      if (!stream && performance.now() >= retryAt) stream = open()
      if (!stream || stream.writableLength > mostWaiting) {
        leftOut += 1
        return
      }
      const before = leftOut
      leftOut = 0
      const note = before > 0 ? `\n${before} lines could not be written here\n` : ''
      stream.write(`${note}${line}\n`, (error) => {
        if (error) leftOut += before + 1
      })
    },
    close: () => {
      const opened = stream
      stream = undefined
      retryAt = Infinity
      opened?.end()
    },
  }
}
