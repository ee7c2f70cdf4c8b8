import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'

function pngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), data, Buffer.alloc(4)])
  chunk.writeUInt32BE(data.length, 0) // browsers want a checksum too, which nobody looks at here
  return chunk
}

/** A grey PNG of this size, made unique by `text`. */
export function png(text: string, { width = 8, height = 8 } = {}): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt16BE(0x0800, 8)
  const chunks = [
    pngChunk('IHDR', header),
    pngChunk('tEXt', Buffer.from(`Comment\0${text}`, 'latin1')),
    pngChunk('IDAT', deflateSync(Buffer.alloc(9))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'), ...chunks])
}

/** A JPEG of 1 × 1 pixel, as far as its header says. */
export const jpeg = Buffer.from('/9j/4AAQSkZJRgABAQEAAAAAAAD/wAARCAABAAEDASIAAhEBAxEB/9k=', 'base64')

export const dataAddress = (content: Buffer, type = 'image/png'): string =>
  `data:${type};base64,${content.toString('base64')}`

/** The URL of a picture below `baseUrl`. */
export const pictureAddress = (baseUrl: string, content: Buffer): string =>
  `${baseUrl}/pictures/${createHash('sha256').update(content).digest('hex')}`
