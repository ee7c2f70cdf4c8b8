import { setPriority } from 'node:os'
import sharp from 'sharp'

/** A few kilobytes can decode to gigabytes. */
const maxInputSide = 4096
const maxOutputSide = 512
const formats = new Set(['png', 'jpeg', 'gif', 'webp', 'heif'])

setPriority(10)
sharp.concurrency(1)
sharp.cache(false)
// Everything else that libvips can load, such as SVG, stays out of reach of uploads.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Nsgif', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}`),
})

process.on('message', (content) => {
  void encode(content).then(
    (encoded) => process.send?.(encoded),
    () => process.send?.(null),
  )
})

/** Encodes the first frame again. PNG stays PNG, so the same upload always gets the same hash. */
async function encode(content: unknown): Promise<Buffer | null> {
  if (!(content instanceof Uint8Array)) return null
  const picture = sharp(content, { limitInputPixels: maxInputSide ** 2 })
  const { format, compression, width, height } = await picture.metadata()
  const isHeic = format === 'heif' && compression !== 'av1' // browsers cannot show it
  if (!formats.has(format) || isHeic || Math.max(width, height) > maxInputSide) return null
  const small = picture.autoOrient().resize(maxOutputSide, maxOutputSide, { fit: 'inside', withoutEnlargement: true })
  return (format === 'png' ? small.png() : small.webp({ quality: 90 })).toBuffer()
}
