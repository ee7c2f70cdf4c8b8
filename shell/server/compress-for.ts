import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

interface Compressed {
  readonly encoding?: 'br' | 'gzip'
  readonly content: Buffer
}

/**
 * A text as whoever sent this `Accept-Encoding` wants it. For texts that hold no secret beside what their reader has sent: sizes would
 * tell it (BREACH).
 */
export function compressFor(acceptEncoding: string | string[] | undefined, text: string): Compressed {
  const accepted = String(acceptEncoding ?? '')
    .split(',')
    .map((entry) => entry.trim().split(/\s*;\s*q=/))
  const takes = (coding: string) => accepted.some(([name, weight]) => name === coding && Number(weight ?? 1) > 0)
  const content = Buffer.from(text)
  if (takes('br')) return { encoding: 'br', content: brotliCompressSync(content, quality) }
  if (takes('gzip')) return { encoding: 'gzip', content: gzipSync(content) }
  return { content }
}
