interface Options {
  https: boolean
  bytes: number
  maxAge: number
}

/** An HttpOnly cookie of the shell's server. With https only this host can set it (`__Host-`). */
export function ownCookie(shortName: string, { https, bytes, maxAge }: Options) {
  const name = https ? `__Host-${shortName}` : shortName
  const form = new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}$`)
  return {
    /** Another server of the domain may have set a cookie of this name as well. */
    read: (header = ''): string | null => {
      const pairs = header.split(/; */).filter((part) => part.startsWith(`${name}=`))
      return pairs.map((pair) => pair.slice(name.length + 1)).find((value) => form.test(value)) ?? null
    },
    write: (value: string): string =>
      `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`,
  }
}
