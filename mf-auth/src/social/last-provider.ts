const KEY = 'last provider'
const LEFT = 'left for a provider'

export function lastProvider(): string | null {
  return localStorage.getItem(KEY)
}

/** Remembers the provider, and in this tab the current page, in case the provider never redirects back. */
export function leaveFor(id: string, page: string): void {
  localStorage.setItem(KEY, id)
  sessionStorage.setItem(LEFT, page)
}

/** Returns the page that the user left for a provider, until they have come back. */
export const leftPage = (): string | null => sessionStorage.getItem(LEFT)

export const cameBack = (): void => sessionStorage.removeItem(LEFT)
