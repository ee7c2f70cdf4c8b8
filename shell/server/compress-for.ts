import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** Not for text that mixes a secret with client input: its size would leak the secret (BREACH). */
export function compressFor(acceptEncoding: string | string[] | undefined, text: string) {
  const accepted = String(acceptEncoding ?? '')
    .split(',')
    .map((entry) => entry.trim().split(/\s*;\s*q=/))
  const accepts = (coding: string) => accepted.some(([name, weight]) => name === coding && Number(weight ?? 1) > 0)
  const content = Buffer.from(text)
  if (accepts('br')) return { encoding: 'br', content: brotliCompressSync(content, quality) }
  if (accepts('gzip')) return { encoding: 'gzip', content: gzipSync(content) }
  return { content }
}
