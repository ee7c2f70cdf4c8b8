import { replace, useLocation, useUnsavedChanges } from 'kit'

const tokens = new Map<string, string>()

// A route loader that moves the token of an emailed link from the URL into memory, so that neither
// the address bar nor the history contains it. The token survives navigation, but not a reload.
export function keepEmailedToken({ request }: { request: Request }): Response | null {
  const url = new URL(request.url)
  const token = url.searchParams.get('token')
  if (!token) return null
  tokens.set(url.pathname, token)
  url.searchParams.delete('token')
  return replace(`${url.pathname}${url.search}`)
}

/** Returns the token of the current path, and warns before a reload, which would lose it. */
export function useEmailedToken(): string | undefined {
  const kept = tokens.get(useLocation().pathname)
  // A prerendered page has its form, because most visitors come from the email.
  const token = document.documentElement.hasAttribute('data-prerender') ? 'token' : kept
  useUnsavedChanges(token !== undefined)

  return token
}

/** By path, for as long as the token: the address that the link to it was sent to. */
export const emailedAddresses = new Map<string, string>()
