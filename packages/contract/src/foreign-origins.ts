import { z } from 'zod'

export const originKind = z.enum(['connect', 'image', 'frame'], 'must be "connect", "image" or "frame"')
export type OriginKind = z.infer<typeof originKind>

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
/** The last part begins with a letter, which excludes IP addresses. `*.` needs two more parts. */
const host = `(?:\\*\\.)?(?:${label}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?`
const own = 'localhost(?=:|$)'
const port = '(?::[1-9][0-9]{0,4})?'
const web = new RegExp(`^(?:https://${host}|http://${own})${port}$`)
const forms: Record<OriginKind, RegExp> = {
  connect: new RegExp(`^(?:(?:https|wss)://${host}|(?:http|ws)://${own})${port}$`),
  image: web,
  frame: web,
}

/** Strict, because the text goes into the CSP header unescaped. */
const isOrigin = (kind: OriginKind, text: string): boolean =>
  text.length <= 120 && forms[kind].test(text) && normalize(text) === text

function normalize(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { protocol, host: name } = new URL(text)
  return `${protocol}//${name}`
}

export function findOriginProblem(kind: OriginKind, text: string): string | null {
  if (isOrigin(kind, text)) return null
  const normalized = normalize(text)
  if (normalized !== null && isOrigin(kind, normalized)) return `must be written as "${normalized}"`
  const schemes = kind === 'connect' ? 'https:// or wss://' : 'https://'
  return `must be an origin: ${schemes}, a host such as "api.example.com" or "*.tiles.example.com", perhaps a port, and nothing else`
}

/** Only a product on this machine may use such an origin. Only localhost may be without TLS. */
export const isOfThisMachine = (origin: string): boolean => /^(http|ws):/.test(origin)

const maxOrigins = 10

const originsOf = (kind: OriginKind) =>
  z
    .array(
      z.string('must be a string').superRefine((text, check) => {
        const problem = findOriginProblem(kind, text)
        if (problem !== null) check.addIssue({ code: 'custom', message: problem })
      }),
      'must be a list of origins: ["https://api.example.com"]',
    )
    .max(maxOrigins, `must have at most ${maxOrigins} origins`)
    .refine((origins) => new Set(origins).size === origins.length, 'must not contain duplicates')

export const requestedOrigins = {
  connect: originsOf('connect').optional(),
  image: originsOf('image').optional(),
  frame: originsOf('frame').optional(),
}
export type RequestedOrigins = Partial<Record<OriginKind, string[] | undefined>>

export interface OriginUse {
  readonly kind: OriginKind
  readonly origin: string
}

export const nameOfUse = ({ kind, origin }: OriginUse): string => `${kind} ${origin}`

export const usesOf = (requested: RequestedOrigins): OriginUse[] =>
  originKind.options.flatMap((kind) => (requested[kind] ?? []).map((origin) => ({ kind, origin })))
