import { useLocation } from 'kit'

/** Returns the email that was entered on the previous page, from history state to keep it out of URLs. */
export function useTypedAddress(): string {
  const state: unknown = useLocation().state
  return typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string'
    ? state.email
    : ''
}
