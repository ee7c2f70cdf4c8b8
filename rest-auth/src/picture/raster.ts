import { GIF } from 'image-size/types/gif'
import { HEIF } from 'image-size/types/heif'
import { JPG } from 'image-size/types/jpg'
import { PNG } from 'image-size/types/png'
import { WEBP } from 'image-size/types/webp'

/** A larger picture would take more memory of everybody who sees it than a few kilobytes should be able to. */
const longestSide = 4096
const largestContent = 256 * 1024

const formats = [
  ['image/png', PNG],
  ['image/jpeg', JPG],
  ['image/gif', GIF],
  ['image/webp', WEBP],
  ['image/avif', HEIF],
] as const

/** The media type of a raster picture by its first bytes, whatever it is called. Null for everything else, SVG included. */
export function rasterType(content: Uint8Array): string | null {
  if (content.length > largestContent) return null
  try {
    const [type, format] = formats.find(([, { validate }]) => validate(content)) ?? []
    if (!type || !format) return null
    const { width, height, type: brand } = format.calculate(content)
    const isHeic = brand !== undefined && brand !== 'avif' // the same container, which browsers do not read
    return isHeic || Math.max(width, height) > longestSide || Math.min(width, height) < 1 ? null : type
  } catch {
    return null // cut off, or only made to look like one
  }
}
