import { replace, useLocation, useUnsavedChanges } from 'kit'

const tokens = new Map<string, string>()

/**
 * Route loader: takes the token of a mailed link out of the address before anything is drawn, so that neither the address bar
 * nor the history has it, and keeps it in memory only.
 * It survives going to another page and back, for instance to sign in, but no reload: the mail still has it.
 */
export function keepMailedToken({ request }: { request: Request }): Response | null {
  const url = new URL(request.url)
  const token = url.searchParams.get('token')
  if (!token) return null
  tokens.set(url.pathname, token)
  url.searchParams.delete('token')
  return replace(`${url.pathname}${url.search}`)
}

/** The token that came with the link to the present path, if there was one. Meanwhile the page is not loaded anew, which would lose it. */
export function useMailedToken(): string | undefined {
  const token = tokens.get(useLocation().pathname)
  useUnsavedChanges(token !== undefined)

  return token
}

const addresses = new Map<string, string>()

/** Remembers, as long as the token, whose mailbox the link to this path was mailed to. */
export function keepMailedAddress(pathname: string, email: string): void {
  addresses.set(pathname, email)
}

/** The address that the link to this path was mailed to, as far as its page has learned it. */
export function mailedAddress(pathname: string): string | undefined {
  return addresses.get(pathname)
}
