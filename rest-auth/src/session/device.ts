import { hashToken } from '../crypto/token.ts'
import { networkOf } from 'service/client-address.ts'
import { readUserAgent } from '../user-agent.ts'

/** The user agent without versions, which change every few weeks, and the network: anyone can send a common user agent. */
export function deviceFingerprint({ userAgent, ipAddress }: { userAgent: string; ipAddress: string }): string {
  return hashToken(`${userAgent.replaceAll(/[\d._]+/g, '')}|${networkOf(ipAddress)}`)
}

/** The device in words for its owner. An unknown user agent is reduced to letters: emails must not carry its links. */
export function describeDevice(userAgent: string): string {
  const { browser, system } = readUserAgent(userAgent)
  return [browser, system].filter(Boolean).join(', ') || /^[a-z][a-z -]{0,99}/i.exec(userAgent)?.[0].trim() || '–'
}
