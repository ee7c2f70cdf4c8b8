import { useState } from 'react'

/** The last value while the next one loads, so that the page does not flicker. */
export function useKept<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}
