import { createHash, randomBytes } from 'node:crypto'

/** What of a channel says who gets which version of it. */
export interface Split {
  version: string | null
  /** Shown to `percent` of a hundred browsers in the place of `version`. */
  candidate: string | null
  percent: number
}

/**
 * The version that a browser gets, the same each time. Raising the percentage keeps those who have the candidate already. Which browsers
 * these are differs from remote to remote, so that nobody tries out everything. Without an id: what most browsers get.
 */
export function versionFor(
  name: string,
  { version, candidate, percent }: Split,
  visitor: string | null,
): string | null {
  return visitor !== null && bucketOf(name, visitor) < percent ? candidate : version
}

/** 0 to 99. */
function bucketOf(name: string, visitor: string): number {
  return createHash('sha256').update(`${name}\n${visitor}`).digest().readUInt32BE(0) % 100
}

const form = /^[\w-]{22}$/

/** The cookie that keeps a browser's id, and nothing else: it is set only while a split is live, and no service behind us reads it. */
export function visitorCookie({ https }: { https: boolean }) {
  const name = https ? '__Host-visitor' : 'visitor'
  return {
    /** The id that a `Cookie` header carries; null without one of our form. */
    read: (header = ''): string | null => {
      const pair = header.split(/; */).find((part) => part.startsWith(`${name}=`))
      const value = pair?.slice(name.length + 1) ?? ''
      return form.test(value) ? value : null
    },
    create: (): string => randomBytes(16).toString('base64url'),
    /** Value of `Set-Cookie`: for a year, https://httpwg.org/specs/rfc6265.html */
    write: (visitor: string): string =>
      `${name}=${visitor}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`,
  }
}
