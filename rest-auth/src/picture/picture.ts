import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { savePicture, touchPicture, type Picture } from './picture.sql.ts'
import { rasterType } from './raster.ts'

/** In characters, for 12 kB of content. */
const maxDataUrlLength = 16_384
const maxUrlLength = 2048

/** Validated further by `keepPicture`. */
export const pictureUrl = z.string().max(maxDataUrlLength)

/** Schemes that may execute code or open files. */
const refused = new Set(['javascript:', 'vbscript:', 'file:'])

export const addressOf = (config: Config, hash: string): string => `${config.baseUrl}/pictures/${hash}`

/** Returns the hash if the URL is one of ours. */
export function ownPicture(config: Config, address: string | null): string | null {
  const hash = address?.slice(-64) ?? ''
  return /^[\da-f]{64}$/.test(hash) && address === addressOf(config, hash) ? hash : null
}

/** Like browsers (WHATWG URL), which accept ` JavaScript:` and `java\tscript:`. */
const schemeOf = (address: string): string => URL.parse(address, 'https://relative.invalid')?.protocol ?? ''

/** Null unless it is a raster picture in base64. */
export function readDataUrl(address: string): Picture | null {
  const base64 = /^\s*data:[^,]*;\s*base64\s*,(.*)$/is.exec(address)?.[1]
  if (base64 === undefined) return null
  const content = Buffer.from(base64.replaceAll(/%([\da-f]{2})/gi, unescaped), 'base64')
  const type = rasterType(content)
  return type === null ? null : { hash: createHash('sha256').update(content).digest('hex'), type, content }
}

const unescaped = (_: string, hex: string): string => String.fromCodePoint(Number.parseInt(hex, 16))

/** Call it before writing the row that refers to it. */
export async function storePicture(ctx: Context, picture: Picture): Promise<string> {
  await savePicture(ctx, picture)
  return addressOf(ctx.config, picture.hash)
}

/** Stores data URLs and returns their own URL. Throws INVALID_BODY for unsafe or unknown ones. */
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
