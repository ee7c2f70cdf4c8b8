import { useSyncExternalStore } from 'react'

/** Where frame.css too has the header of a phone. */
const narrow = matchMedia('(max-width: 40rem)')

const subscribe = (listener: () => void) => {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrow.matches)
}
