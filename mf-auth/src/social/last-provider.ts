const KEY = 'last provider'
const LEFT = 'left for a provider'

export function lastProvider(): string | null {
  return localStorage.getItem(KEY)
}

/** Also remembers this tab's page, in case the provider never redirects back to it. */
export function leaveFor(id: string, page: string): void {
  localStorage.setItem(KEY, id)
  sessionStorage.setItem(LEFT, page)
}

/** Returns the page that the user left for a provider, until they have come back. */
export const readLeftPage = (): string | null => sessionStorage.getItem(LEFT)

export const forgetLeftPage = (): void => sessionStorage.removeItem(LEFT)
