import { hashToken } from '../crypto/token.ts'
import { networkOf } from 'service/client-address.ts'
import { readUserAgent } from '../user-agent.ts'

/**
 * Tells one device of a user from another when its browser proves nothing: the user agent without its versions, which change every few
 * weeks, and the network, because anyone can send the commonest user agent.
 */
export function deviceFingerprint({ userAgent, ipAddress }: { userAgent: string; ipAddress: string }): string {
  return hashToken(`${userAgent.replaceAll(/[\d._]+/g, '')}|${networkOf(ipAddress)}`)
}

/**
 * The device in words that its owner knows ("Firefox, Linux"); what is no known one names itself, in letters: mails
 * to people who never were here say it, and must carry no address that somebody typed.
 */
export function describeDevice(userAgent: string): string {
  const { browser, system } = readUserAgent(userAgent)
  return [browser, system].filter(Boolean).join(', ') || /^[a-z][a-z -]{0,99}/i.exec(userAgent)?.[0].trim() || '–'
}
