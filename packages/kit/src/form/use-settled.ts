import { useEffect, useState } from 'react'

const SETTLE_MS = 300

/** The value as soon as it has not changed for a moment: what is asked of the server while somebody types. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
