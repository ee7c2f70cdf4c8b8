import { useSyncExternalStore } from 'react'

/** Keep in sync with signed-in-header.css. */
const narrow = matchMedia('(max-width: 40rem)')

const subscribe = (listener: () => void) => {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrow.matches)
}
