import { browserStore, tabStore } from 'kit'

const KEY = 'last provider'
const LEFT = 'left for a provider'
const TRIED = 'tried provider'

export function lastProvider(): string | null {
  settleAttempt()
  return browserStore.get(KEY)
}

/** A provider counts as used unless the user comes back with its error or by the Back button. */
function settleAttempt(): void {
  const tried = browserStore.get(TRIED)
  const [arrival] = performance.getEntriesByType('navigation')
  const isBack = arrival && 'type' in arrival && arrival.type === 'back_forward'
  if (tried && !isBack && !new URLSearchParams(location.search).has('error')) browserStore.set(KEY, tried)
  browserStore.remove(TRIED)
}

/** Also remembers this tab's page, in case the provider never redirects back to it. */
export function leaveFor(id: string, page: string): void {
  browserStore.set(TRIED, id)
  tabStore.set(LEFT, page)
}

/** Returns the page that the user left for a provider, until they have come back. */
export const readLeftPage = (): string | null => tabStore.get(LEFT)

export const forgetLeftPage = (): void => tabStore.remove(LEFT)
