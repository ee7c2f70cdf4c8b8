import { type FormError, refreshSession, useNavigate } from 'kit'
import { useEffect, useState } from 'react'

/** The last action on an organization whose pages the user can no longer see. */
interface Farewell {
  what: 'left' | 'deleted'
  name: string
}

let said: Farewell | undefined

/** Unless it was refused, leads to the list of organizations, which announces what was done. */
export function useDeparture(name: string) {
  const navigate = useNavigate()
  return async (what: Farewell['what'], refusal: FormError | null): Promise<FormError | null> => {
    if (refusal) return refusal
    said = { what, name }
    await navigate('/organizations', { replace: true })
    await refreshSession()
    return null
  }
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
