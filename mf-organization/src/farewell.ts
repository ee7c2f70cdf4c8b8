import { useEffect, useState } from 'react'

/** What somebody has just done to an organization whose pages are gone for them with it. */
interface Farewell {
  what: 'left' | 'deleted'
  name: string
}

let said: Farewell | undefined

/** Lets the next page with `useFarewell` say it, once. */
export function sayFarewell(farewell: Farewell): void {
  said = farewell
}

/** Undefined at first: what stands in a live region from the start is not read out. */
export function useFarewell(): Farewell | undefined {
  const [farewell, setFarewell] = useState<Farewell>()
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- a live region is read out when it changes
    if (said) setFarewell(said)
    said = undefined
  }, [])
  return farewell
}
