import { PICTURE_TYPES } from './picture-types.ts'

/** Side of the square that is saved, in pixels. */
const SIDE = 160
/** rest-auth takes 16,384 characters. */
const MAX_LENGTH = 16_000
const QUALITIES = [0.85, 0.7, 0.5, 0.3]
/** Shorter side, in pixels, of what is kept of a photo while its part is chosen: each step of a drag draws it anew. */
const EDITED = 1024

export type Size = Pick<ImageBitmap, 'width' | 'height'>

/** A square part of a picture: its middle, as parts of width and height, and how often its side fits into the shorter one. */
export interface Part {
  x: number
  y: number
  zoom: number
}

export const LARGEST_ZOOM = 4

/** The pixels of a file; null when it is no picture that the browser reads. SVG, which can hold scripts, is none. */
export async function readPicture(file: File): Promise<ImageBitmap | null> {
  if (!PICTURE_TYPES.split(',').includes(file.type)) return null
  const whole = await createImageBitmap(file).catch(() => null)
  const factor = whole ? EDITED / Math.min(whole.width, whole.height) : 1
  if (!whole || factor >= 1) return whole
  const small = await createImageBitmap(whole, { resizeWidth: Math.round(whole.width * factor), resizeQuality: 'high' })
  whole.close()
  return small
}

export const sideOf = ({ width, height }: Size, { zoom }: Part): number => Math.min(width, height) / zoom

export function within(picture: Size, { x, y, zoom }: Part): Part {
  const part = { x, y, zoom: Math.min(Math.max(zoom, 1), LARGEST_ZOOM) }
  const side = sideOf(picture, part)
  const inside = (middle: number, length: number) =>
    Math.min(Math.max(middle, side / 2 / length), 1 - side / 2 / length)
  return { ...part, x: inside(x, picture.width), y: inside(y, picture.height) }
}

export function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, part: Part): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const side = sideOf(picture, part)
  const [left, top] = [part.x * picture.width - side / 2, part.y * picture.height - side / 2]
  context.clearRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height)
}

/**
 * A part as a small `data:` address, written anew, so that nothing but pixels is kept. Null when it takes too many characters even in the
 * lowest quality.
 */
export function writePicture(picture: ImageBitmap, part: Part): string | null {
  const canvas = document.createElement('canvas')
  canvas.width = SIDE
  canvas.height = SIDE
  draw(canvas, picture, part)
  // A browser that cannot write WebP answers PNG; JPEG is what all can write small.
  const type = canvas.toDataURL('image/webp').startsWith('data:image/webp') ? 'image/webp' : 'image/jpeg'
  return QUALITIES.map((quality) => canvas.toDataURL(type, quality)).find(({ length }) => length <= MAX_LENGTH) ?? null
}
