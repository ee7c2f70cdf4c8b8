import { hashToken } from '../crypto/token.ts'
import { networkOf } from 'service/client-address.ts'
import { readUserAgent } from '../user-agent.ts'

/**
 * Ignores versions, which change often. Includes the network, because a common user agent is easy
 * to send.
 */
export function deviceFingerprint({ userAgent, ipAddress }: { userAgent: string; ipAddress: string }): string {
  return hashToken(`${userAgent.replaceAll(/[\d._]+/g, '')}|${networkOf(ipAddress)}`)
}

/** An unknown user agent is reduced to letters, because emails must not contain its links. */
export function describeDevice(userAgent: string): string {
  const { browser, system } = readUserAgent(userAgent)
  return [browser, system].filter(Boolean).join(', ') || /^[a-z][a-z -]{0,99}/i.exec(userAgent)?.[0].trim() || '–'
}
