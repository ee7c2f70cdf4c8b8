import { useLocation } from 'kit'

/** Reads the email of the previous page from history state, which keeps it out of URLs. */
export function useTypedEmail(): string {
  const state: unknown = useLocation().state
  return typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string'
    ? state.email
    : ''
}
