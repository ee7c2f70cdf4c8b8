import { useEffect, useState } from 'react'

const SETTLE_MS = 300

/** Returns the value 300 ms after its last change, for requests while the user types. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
