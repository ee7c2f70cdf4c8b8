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
    read: (header = ''): string | null => {
      const pair = header.split(/; */).find((part) => part.startsWith(`${name}=`))
      const value = pair?.slice(name.length + 1) ?? ''
      return form.test(value) ? value : null
    },
    write: (value: string): string =>
      `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`,
  }
}
