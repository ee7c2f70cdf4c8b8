import { useLocation } from 'kit'
import { useState } from 'react'

/** Calls `onArrive` for each link to this page that carries a state of this name. */
export function useLinkState(name: string, onArrive: () => void): void {
  const { key, state } = useLocation()
  const [arrivedAt, setArrivedAt] = useState<string>()
  if (arrivedAt === key) return
  setArrivedAt(key)
  if (Object.hasOwn(Object(state), name)) onArrive()
}
