const KEY = 'last provider'
const LEFT = 'left for a provider'

export function lastProvider(): string | null {
  return localStorage.getItem(KEY)
}

/** Keeps the provider for the next time, and for this tab the page that one leaves, in case that no other way leads back to it. */
export function leaveFor(id: string, page: string): void {
  localStorage.setItem(KEY, id)
  sessionStorage.setItem(LEFT, page)
}

/** The page that was left for a provider, until one has come back. */
export const leftPage = (): string | null => sessionStorage.getItem(LEFT)

export const cameBack = (): void => sessionStorage.removeItem(LEFT)
