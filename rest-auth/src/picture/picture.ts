import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { savePicture, touchPicture, type Picture } from './picture.sql.ts'
import { rasterType } from './raster.ts'

/** Characters that a `data:` address may have (12 kB of content), and any other one. */
const longestDataAddress = 16_384
const longestAddress = 2048

/** An address of a picture as clients give it; `keepPicture` looks at it more closely. */
export const givenAddress = z.string().max(longestDataAddress)

/** Addresses that are no place where a picture could be, but do something where they are opened. */
const refused = new Set(['javascript:', 'vbscript:', 'file:'])

export const addressOf = (config: Config, hash: string): string => `${config.baseUrl}/pictures/${hash}`

/** The hash in an address of ours; null for all others. */
export function ownPicture(config: Config, address: string | null): string | null {
  const hash = address?.slice(-64) ?? ''
  return /^[\da-f]{64}$/.test(hash) && address === addressOf(config, hash) ? hash : null
}

/** As browsers read it (WHATWG URL): of ` JavaScript:` and `java\tscript:` too. */
const schemeOf = (address: string): string => URL.parse(address, 'https://relative.invalid')?.protocol ?? ''

/** The picture in a `data:` address (base64), by its content. Null: there is none, or it is no raster picture. */
export function readDataAddress(address: string): Picture | null {
  const base64 = /^\s*data:[^,]*;\s*base64\s*,(.*)$/is.exec(address)?.[1]
  if (base64 === undefined) return null
  const content = Buffer.from(base64.replaceAll(/%([\da-f]{2})/gi, unescaped), 'base64')
  const type = rasterType(content)
  return type === null ? null : { hash: createHash('sha256').update(content).digest('hex'), type, content }
}

const unescaped = (_: string, hex: string): string => String.fromCodePoint(Number.parseInt(hex, 16))

/** Stores a picture and returns its address. To be done before the row that refers to it is written. */
export async function storePicture(ctx: Context, picture: Picture): Promise<string> {
  await savePicture(ctx, picture)
  return addressOf(ctx.config, picture.hash)
}

/**
 * What a row keeps of the address of a picture that somebody gave: a `data:` address becomes one of ours, others stay as
 * they are. Throws INVALID_BODY for what is too long, is no raster picture, runs where it is opened, or is an address of ours
 * where there is no picture (any more).
 */
export async function keepPicture(ctx: Context, address: string | null): Promise<string | null> {
  if (address === null) return null
  const scheme = schemeOf(address)
  if (scheme === 'data:') {
    const picture = readDataAddress(address)
    if (!picture) throw new ApiError('INVALID_BODY')
    return storePicture(ctx, picture)
  }
  if (address.length > longestAddress || refused.has(scheme)) throw new ApiError('INVALID_BODY')
  const own = ownPicture(ctx.config, address)
  if (own !== null && !(await touchPicture(ctx, own))) throw new ApiError('INVALID_BODY')
  return address
}
