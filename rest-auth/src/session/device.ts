import { hashToken } from '../crypto/token.ts'
import { readUserAgent } from './user-agent.ts'

/** What tells one device of a user from another: the user agent without its versions, which change every few weeks. */
export function deviceFingerprint(userAgent: string): string {
  return hashToken(userAgent.replaceAll(/[\d._]+/g, ''))
}

/**
 * The device in words that its owner knows ("Firefox, Linux"); what is no known one names itself, in letters: mails
 * to people who never were here say it, and must carry no address that somebody typed.
 */
export function describeDevice(userAgent: string): string {
  const { browser, system } = readUserAgent(userAgent)
  return [browser, system].filter(Boolean).join(', ') || /^[a-z][a-z -]{0,99}/i.exec(userAgent)?.[0].trim() || '–'
}
