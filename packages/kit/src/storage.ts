/** Storage may be denied (it throws), missing (null in Android's web views) or full. */
function createStore(open: () => Storage | null) {
  const unstored = new Map<string, string>()
  const attempt = <Value>(use: (storage: Storage) => Value): Value | undefined => {
    try {
      const storage = open()
      return storage ? use(storage) : undefined
    } catch {
      return undefined
    }
  }
  const remove = (key: string): void => {
    unstored.delete(key)
    attempt((storage) => storage.removeItem(key))
  }
  return {
    get: (key: string): string | null => unstored.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    /** Returns false if the browser does not keep the value, which is then lost with the page. */
    set(key: string, value: string): boolean {
      remove(key)
      const isStored = attempt((storage) => storage.setItem(key, value) === undefined) ?? false
      if (!isStored) unstored.set(key, value)
      return isStored
    },
    remove,
  }
}

// oxlint-disable no-restricted-globals -- here, they may be missing
/** `localStorage` of any browser: kept until the user clears it. */
export const browserStore = createStore(() => localStorage)
/** `sessionStorage` of any browser: kept until the tab is closed. */
export const tabStore = createStore(() => sessionStorage)
