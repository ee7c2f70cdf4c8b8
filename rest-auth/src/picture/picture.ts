import { firstRow, sql } from 'database/sql.ts'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { encodePicture } from './encode.ts'

/** In characters, for 12 kB of content. */
const maxDataUrlLength = 16_384
const maxUrlLength = 2048
/** Pictures of better-auth's rows can be larger than uploads. */
const maxBytes = 256 * 1024

/** `hash` is the SHA-256 of the content in hex. */
interface Picture {
  readonly hash: string
  readonly type: string
  readonly content: Buffer
}

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

/** Has no place in a URL: line breaks, halves of characters, markup. */
const junk = /[\p{Cc}\p{Cs}<>"]/u

/** Like browsers (WHATWG URL), which accept ` JavaScript:` and `java\tscript:`. */
const schemeOf = (address: string): string => URL.parse(address, 'https://relative.invalid')?.protocol ?? ''

/** Encodes it again. Null unless it is a raster picture in base64. */
export async function readDataUrl(address: string): Promise<Picture | null> {
  const base64 = /^\s*data:[^,]*;\s*base64\s*,(.*)$/is.exec(address)?.[1]
  if (base64 === undefined) return null
  const uploaded = Buffer.from(base64.replaceAll(/%([\da-f]{2})/gi, unescaped), 'base64')
  const content = uploaded.length > maxBytes ? null : await encodePicture(uploaded)
  if (!content) return null
  const type = content[0] === 0x89 ? 'image/png' : 'image/webp'
  return { hash: createHash('sha256').update(content).digest('hex'), type, content }
}

const unescaped = (_: string, hex: string): string => String.fromCodePoint(Number.parseInt(hex, 16))

/** Call it before writing the row that refers to it. */
export async function storePicture(ctx: Context, picture: Picture): Promise<string> {
  await ctx.db.write`
    insert into "picture" ${sql({ ...picture, seenAt: ctx.now() })}
    on conflict ("hash") do update set "seenAt" = excluded."seenAt"`
  return addressOf(ctx.config, picture.hash)
}

export async function findPicture({ db }: Context, hash: string): Promise<Pick<Picture, 'type' | 'content'> | null> {
  return firstRow(db.read`select "type", "content" from "picture" where "hash" = ${hash}`)
}

/** Stores data URLs and returns their own URL. Throws INVALID_BODY if it is unsafe, unknown or malformed. */
export async function keepPicture(ctx: Context, address: string | null): Promise<string | null> {
  if (address === null) return null
  const scheme = schemeOf(address)
  if (scheme === 'data:') {
    const picture = await readDataUrl(address)
    if (!picture) throw new ApiError('INVALID_BODY')
    return storePicture(ctx, picture)
  }
  const isUrl = scheme !== '' && !junk.test(address) && address.length <= maxUrlLength
  if (!isUrl || refused.has(scheme)) throw new ApiError('INVALID_BODY')
  const own = ownPicture(ctx.config, address)
  if (own === null) return address
  const { count } = await ctx.db.write`update "picture" set "seenAt" = ${ctx.now()} where "hash" = ${own}`
  if (count === 0) throw new ApiError('INVALID_BODY')
  return address
}
