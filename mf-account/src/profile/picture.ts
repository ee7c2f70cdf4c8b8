const SIDE = 160
/** rest-auth takes 16,384 characters. */
const MAX_LENGTH = 16_000
const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']
const QUALITIES = [0.85, 0.7, 0.5, 0.3]

export const ACCEPTED_TYPES = TYPES.join(',')

/**
 * A small square picture from a file, as a `data:` address: the middle is cut out and written anew, so that nothing but
 * pixels is kept. Null when the file is no picture that the browser reads; SVG, which can hold scripts, is none.
 */
export async function readPicture(file: File): Promise<string | null> {
  if (!TYPES.includes(file.type)) return null
  const bitmap = await createImageBitmap(file).catch(() => null)
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!bitmap || !context) return null
  const side = Math.min(bitmap.width, bitmap.height)
  canvas.width = SIDE
  canvas.height = SIDE
  context.drawImage(bitmap, (bitmap.width - side) / 2, (bitmap.height - side) / 2, side, side, 0, 0, SIDE, SIDE)
  bitmap.close()
  // A browser that cannot write WebP answers PNG; JPEG is what all can write small.
  const type = canvas.toDataURL('image/webp').startsWith('data:image/webp') ? 'image/webp' : 'image/jpeg'
  return QUALITIES.map((quality) => canvas.toDataURL(type, quality)).find(({ length }) => length <= MAX_LENGTH) ?? null
}
