interface Options {
  https: boolean
  bytes: number
  maxAge: number
}

/**
 * A cookie of the shell's server, which no script and no other site sees; behind https nobody but this very host can set it (`__Host-`,
 * https://httpwg.org/http-extensions/draft-ietf-httpbis-rfc6265bis.html).
 */
export function ownCookie(shortName: string, { https, bytes, maxAge }: Options) {
  const name = https ? `__Host-${shortName}` : shortName
  const form = new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}$`)
  return {
    /** The value that a `Cookie` header carries; null without one of our form. */
    read: (header = ''): string | null => {
      const pair = header.split(/; */).find((part) => part.startsWith(`${name}=`))
      const value = pair?.slice(name.length + 1) ?? ''
      return form.test(value) ? value : null
    },
    write: (value: string): string =>
      `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`,
  }
}
