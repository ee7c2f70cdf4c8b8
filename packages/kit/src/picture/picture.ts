import { PICTURE_TYPES } from './picture-types.ts'

const SIDE = 160
// rest-auth accepts 16,384 characters.
const MAX_LENGTH = 16_000
const QUALITIES = [0.85, 0.7, 0.5, 0.3]
// Larger pictures are scaled down, because every step of a drag redraws them.
const MAX_EDITED_SIDE = 1024

export type Size = Pick<ImageBitmap, 'width' | 'height'>

/** `x` and `y` are its centre, from 0 to 1. With zoom 1 it is the largest possible square. */
export interface Part {
  x: number
  y: number
  zoom: number
}

export const MAX_ZOOM = 4

// Rejects SVG, which can contain scripts.
export async function readPicture(file: File): Promise<ImageBitmap | null> {
  if (!PICTURE_TYPES.split(',').includes(file.type)) return null
  const whole = await createImageBitmap(file).catch(() => null)
  const factor = whole ? MAX_EDITED_SIDE / Math.min(whole.width, whole.height) : 1
  if (!whole || factor >= 1) return whole
  const small = await createImageBitmap(whole, { resizeWidth: Math.round(whole.width * factor), resizeQuality: 'high' })
  whole.close()
  return small
}

export const sideOf = ({ width, height }: Size, { zoom }: Part): number => Math.min(width, height) / zoom

export function within(picture: Size, { x, y, zoom }: Part): Part {
  const part = { x, y, zoom: Math.min(Math.max(zoom, 1), MAX_ZOOM) }
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

/** Drops the metadata of the file. Returns null if the URL is too long in any quality. */
export function writePicture(picture: ImageBitmap, part: Part): string | null {
  const canvas = document.createElement('canvas')
  canvas.width = SIDE
  canvas.height = SIDE
  draw(canvas, picture, part)
  // Browsers that cannot encode WebP return PNG, but all can encode JPEG.
  const type = canvas.toDataURL('image/webp').startsWith('data:image/webp') ? 'image/webp' : 'image/jpeg'
  return QUALITIES.map((quality) => canvas.toDataURL(type, quality)).find(({ length }) => length <= MAX_LENGTH) ?? null
}
