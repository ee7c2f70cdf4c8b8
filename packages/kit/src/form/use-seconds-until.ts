import { useCallback, useSyncExternalStore } from 'react'

export function useSecondsUntil(instant: number): number {
  const subscribe = useCallback(
    (tick: () => void) => {
      if (instant <= Date.now()) return () => {}
      const timer = setInterval(() => {
        if (Date.now() >= instant) clearInterval(timer)
        tick()
      }, 250)
      return () => clearInterval(timer)
    },
    [instant],
  )
  return useSyncExternalStore(subscribe, () => Math.max(0, Math.ceil((instant - Date.now()) / 1000)))
}
