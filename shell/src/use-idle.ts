import { useEffect, useState } from 'react'

const LATEST_MS = 3000

/** Whether the page has had nothing to do, so that code for later can be loaded. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    const begin = () => setIdle(true)
    // Safari has no such callback.
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(begin, LATEST_MS)
      return () => clearTimeout(timer)
    }
    const idle = requestIdleCallback(begin)
    return () => cancelIdleCallback(idle)
  }, [])
  return isIdle
}
