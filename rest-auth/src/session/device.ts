import { hashToken } from '../crypto/token.ts'
import { networkOf } from 'service/client-address.ts'
import { readUserAgent } from '../user-agent.ts'

/**
 * What tells one device of a user from another, where its browser shows nothing: the user agent without its versions, which change
 * every few weeks, and the network, because everybody can send the commonest user agent. `before` is what was kept of it once.
 */
export function deviceFingerprints({ userAgent, ipAddress }: { userAgent: string; ipAddress: string }): {
  fingerprint: string
  before: string
} {
  const family = userAgent.replaceAll(/[\d._]+/g, '')
  return { fingerprint: hashToken(`${family}|${networkOf(ipAddress)}`), before: hashToken(family) }
}

/**
 * The device in words that its owner knows ("Firefox, Linux"); what is no known one names itself, in letters: mails
 * to people who never were here say it, and must carry no address that somebody typed.
 */
export function describeDevice(userAgent: string): string {
  const { browser, system } = readUserAgent(userAgent)
  return [browser, system].filter(Boolean).join(', ') || /^[a-z][a-z -]{0,99}/i.exec(userAgent)?.[0].trim() || '–'
}
