import { useLocation } from 'kit'

/** Reads the email of the previous page from history state, which keeps it out of URLs. */
export function useTypedEmail(): string {
  const { email }: { email?: unknown } = Object(useLocation().state)
  return typeof email === 'string' ? email : ''
}
