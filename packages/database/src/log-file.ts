import { basename, dirname } from 'node:path'
import { createStream, type RotatingFileStream } from 'rotating-file-stream'

const maxFileSize = '10M'
const maxOldFiles = 4
const maxBufferedBytes = 1_000_000
const retryDelay = 1000

export type LogFile = ReturnType<typeof openLogFile>

/** Rotates by size. Never blocks or throws: without disk space it drops lines and counts them. */
export function openLogFile(file: string) {
  let stream: RotatingFileStream | undefined
  let retryAt = 0
  let dropped = 0

  const open = (): RotatingFileStream => {
    const opened = createStream(basename(file), { path: dirname(file), size: maxFileSize, rotate: maxOldFiles })
    opened.on('error', () => {
      if (stream !== opened) return
      stream = undefined // a stream closes itself after an error
      retryAt = performance.now() + retryDelay
    })
    return opened
  }

  return {
    write: (line: string): void => {
      if (!stream && performance.now() >= retryAt) stream = open()
      if (!stream || stream.writableLength > maxBufferedBytes) {
        dropped += 1
        return
      }
      const before = dropped
      dropped = 0
      const note = before > 0 ? `\n${before} lines could not be written here\n` : ''
      stream.write(`${note}${line}\n`, (error) => {
        if (error) dropped += before + 1
      })
    },
    close: () => {
      stream?.end()
      stream = undefined
      retryAt = Infinity
    },
  }
}
