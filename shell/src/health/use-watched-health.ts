import { useEffect } from 'react'
import { keepNote } from './hangs.ts'

/** In milliseconds, after which a first page has everything that it needs. */
const DELAY = 5000

let loading: Promise<void> | undefined
let isNoted = false

const load = async (): Promise<void> => {
  const { watchHealth } = await import(/* webpackChunkName: "health" */ './watch.ts')
  watchHealth()
}

export function useWatchedHealth(): void {
  useEffect(() => {
    if (!isNoted) keepNote()
    isNoted = true
    const timer = setTimeout(() => {
      loading ??= load().catch(() => {}) // the page works without it
    }, DELAY)
    return () => clearTimeout(timer)
  }, [])
}
