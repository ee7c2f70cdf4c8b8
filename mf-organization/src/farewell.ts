import { useEffect, useState } from 'react'

/** The last action on an organization whose pages the user can no longer see. */
interface Farewell {
  what: 'left' | 'deleted'
  name: string
}

let said: Farewell | undefined

/** The next page with `useFarewell` announces it, once. */
export function showFarewell(farewell: Farewell): void {
  said = farewell
}

/** Undefined at first: screen readers do not announce the initial content of a live region. */
export function useFarewell(): Farewell | undefined {
  const [farewell, setFarewell] = useState<Farewell>()
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- screen readers announce only changes of a live region
    if (said) setFarewell(said)
    said = undefined
  }, [])
  return farewell
}
