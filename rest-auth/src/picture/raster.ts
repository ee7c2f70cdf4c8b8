import { GIF } from 'image-size/types/gif'
import { HEIF } from 'image-size/types/heif'
import { JPG } from 'image-size/types/jpg'
import { PNG } from 'image-size/types/png'
import { WEBP } from 'image-size/types/webp'

/** A few kilobytes can decode to gigabytes in every viewer's browser. */
const maxSide = 4096
const maxBytes = 256 * 1024

const formats = [
  ['image/png', PNG],
  ['image/jpeg', JPG],
  ['image/gif', GIF],
  ['image/webp', WEBP],
  ['image/avif', HEIF],
] as const

/** Detects the type by content. Null for anything else, including SVG. */
export function rasterType(content: Uint8Array): string | null {
  if (content.length > maxBytes) return null
  try {
    const [type, format] = formats.find(([, { validate }]) => validate(content)) ?? []
    if (!type || !format) return null
    const { width, height, type: brand } = format.calculate(content)
    const isHeic = brand !== undefined && brand !== 'avif' // the same container, but browsers cannot show it
    return isHeic || Math.max(width, height) > maxSide || Math.min(width, height) < 1 ? null : type
  } catch {
    return null // truncated or malformed
  }
}
