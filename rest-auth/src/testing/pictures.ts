import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { encodePicture } from '../picture/encode.ts'

function pngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), data, Buffer.alloc(4)])
  chunk.writeUInt32BE(data.length, 0)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), data.length + 8)
  return chunk
}

/** A grey PNG of this size with `text` as its comment, of which the pixels of a row depend on it. */
export function png(text: string, { width = 8, height = 8 } = {}): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt16BE(0x0800, 8)
  const row = Buffer.alloc(width + 1)
  createHash('sha256').update(text).digest().copy(row, 1)
  const chunks = [
    pngChunk('IHDR', header),
    pngChunk('tEXt', Buffer.from(`Comment\0${text}`, 'latin1')),
    pngChunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: Math.min(height, 4096) }, () => row)))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'), ...chunks])
}

/** A JPEG of 8 × 8 pixels. */
export const jpeg = Buffer.from(
  [
    '/9j/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBD',
    'ARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAIAAgD',
    'ASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAA',
    'A//EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AIgFE//Z',
  ].join(''),
  'base64',
)

export const dataAddress = (content: Buffer, type = 'image/png'): string =>
  `data:${type};base64,${content.toString('base64')}`

/** The URL below `baseUrl` of what an upload is stored as. */
export async function pictureAddress(baseUrl: string, uploaded: Buffer): Promise<string> {
  const stored = (await encodePicture(uploaded)) ?? ''
  return `${baseUrl}/pictures/${createHash('sha256').update(stored).digest('hex')}`
}
