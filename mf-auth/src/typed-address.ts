import { useLocation } from 'kit'

/**
 * The address that was typed on the page before, so that nobody types it twice. It goes along in the history's state: in the
 * address bar it would reach logs and other people's eyes.
 */
export function useTypedAddress(): string {
  const state: unknown = useLocation().state
  return typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string'
    ? state.email
    : ''
}
