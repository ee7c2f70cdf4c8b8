import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { savePicture, touchPicture, type Picture } from './picture.sql.ts'
import { rasterType } from './raster.ts'

/** In characters. A data URL of this length holds 12 kB. */
const maxDataUrlLength = 16_384
const maxUrlLength = 2048

/** The input; `keepPicture` validates it further. */
export const pictureUrl = z.string().max(maxDataUrlLength)

/** Schemes that never have pictures and may execute code or open files. */
const refused = new Set(['javascript:', 'vbscript:', 'file:'])

export const addressOf = (config: Config, hash: string): string => `${config.baseUrl}/pictures/${hash}`

/** Returns the hash in one of our own URLs, otherwise null. */
export function ownPicture(config: Config, address: string | null): string | null {
  const hash = address?.slice(-64) ?? ''
  return /^[\da-f]{64}$/.test(hash) && address === addressOf(config, hash) ? hash : null
}

/** Parsed like in browsers (WHATWG URL), so ` JavaScript:` and `java\tscript:` are recognized. */
const schemeOf = (address: string): string => URL.parse(address, 'https://relative.invalid')?.protocol ?? ''

/** Parses a base64 data URL. Returns null unless it is a raster picture. */
export function readDataUrl(address: string): Picture | null {
  const base64 = /^\s*data:[^,]*;\s*base64\s*,(.*)$/is.exec(address)?.[1]
  if (base64 === undefined) return null
  const content = Buffer.from(base64.replaceAll(/%([\da-f]{2})/gi, unescaped), 'base64')
  const type = rasterType(content)
  return type === null ? null : { hash: createHash('sha256').update(content).digest('hex'), type, content }
}

const unescaped = (_: string, hex: string): string => String.fromCodePoint(Number.parseInt(hex, 16))

/** Call it before writing the row that refers to the picture. */
export async function storePicture(ctx: Context, picture: Picture): Promise<string> {
  await savePicture(ctx, picture)
  return addressOf(ctx.config, picture.hash)
}

/**
 * Returns the URL to store: data URLs become one of ours, others stay unchanged.
 *
 * @throws ApiError INVALID_BODY for URLs that are too long, unsafe, not a raster picture, or ours
 * without a picture
 */
export async function keepPicture(ctx: Context, address: string | null): Promise<string | null> {
  if (address === null) return null
  const scheme = schemeOf(address)
  if (scheme === 'data:') {
    const picture = readDataUrl(address)
    if (!picture) throw new ApiError('INVALID_BODY')
    return storePicture(ctx, picture)
  }
  if (address.length > maxUrlLength || refused.has(scheme)) throw new ApiError('INVALID_BODY')
  const own = ownPicture(ctx.config, address)
  if (own !== null && !(await touchPicture(ctx, own))) throw new ApiError('INVALID_BODY')
  return address
}
