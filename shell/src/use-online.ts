import { useSyncExternalStore } from 'react'

/** Listens to events of the window. Returns the function that ends it. */
export function onEvents(events: readonly string[], listener: () => void): () => void {
  for (const event of events) addEventListener(event, listener)
  return () => {
    for (const event of events) removeEventListener(event, listener)
  }
}

const subscribe = (listener: () => void) => onEvents(['online', 'offline'], listener)

export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine)
}
