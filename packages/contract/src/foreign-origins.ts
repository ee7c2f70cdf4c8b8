// For Node, as remote-description.ts.
import { z } from 'zod'

/** What a page may ask an origin for that is not the product's: data (fetch, EventSource, WebSocket), pictures, a page in a frame. */
export const originKind = z.enum(['connect', 'image', 'frame'], 'must be "connect", "image" or "frame"')
export type OriginKind = z.infer<typeof originKind>

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
/** A name with a dot, never an address: the last part begins with a letter. `*.` stands for all names below one that has a dot itself. */
const host = `(?:\\*\\.)?(?:${label}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?`
const own = 'localhost(?=:|$)'
const port = '(?::[1-9][0-9]{0,4})?'
const forms: Record<OriginKind, RegExp> = {
  connect: new RegExp(`^(?:(?:https|wss)://${host}|(?:http|ws)://${own})${port}$`),
  image: new RegExp(`^(?:https://${host}|http://${own})${port}$`),
  frame: new RegExp(`^(?:https://${host}|http://${own})${port}$`),
}

/** What a policy's header can hold is this and nothing else: there is one way to write an origin. */
const isOrigin = (kind: OriginKind, text: string): boolean =>
  text.length <= 120 && forms[kind].test(text) && plainly(text) === text

/** As a browser understands it: in small letters, `xn--`, without a port that goes without saying; null: it is no address. */
function plainly(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { protocol, host: name } = new URL(text)
  return `${protocol}//${name}`
}

/** @returns why `text` cannot be asked for or granted; null: it can */
export function faultOfOrigin(kind: OriginKind, text: string): string | null {
  if (isOrigin(kind, text)) return null
  const plain = plainly(text)
  if (plain !== null && isOrigin(kind, plain)) return `must be written as "${plain}"`
  const schemes = kind === 'connect' ? 'https:// or wss://' : 'https://'
  return `must be an origin: ${schemes}, a host such as "api.example.com" or "*.tiles.example.com", perhaps a port, and nothing else`
}

/** Whether it is of this machine, which only a product on this machine may have in its pages. */
export const isOfThisMachine = (origin: string): boolean => /^(http|ws):/.test(origin)

const most = 10

const originsOf = (kind: OriginKind) =>
  z
    .array(
      z.string('must be a text').superRefine((text, check) => {
        const fault = faultOfOrigin(kind, text)
        if (fault !== null) check.addIssue({ code: 'custom', message: fault })
      }),
      'must be a list of origins: ["https://api.example.com"]',
    )
    .max(most, `must have ${most} at most`)
    .refine((origins) => new Set(origins).size === origins.length, 'must not name one twice')

/** What a `remote.json` asks for. An operator has to grant it. */
export const askedOrigins = {
  connect: originsOf('connect').optional(),
  image: originsOf('image').optional(),
  frame: originsOf('frame').optional(),
}
export type AskedOrigins = Partial<Record<OriginKind, string[] | undefined>>

export interface OriginUse {
  readonly kind: OriginKind
  readonly origin: string
}

/** `connect https://api.example.com` */
export const nameOfUse = ({ kind, origin }: OriginUse): string => `${kind} ${origin}`

export const usesOf = (asked: AskedOrigins): OriginUse[] =>
  originKind.options.flatMap((kind) => (asked[kind] ?? []).map((origin) => ({ kind, origin })))
