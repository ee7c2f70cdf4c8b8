import { hashToken } from '../crypto/token.ts'
import { networkOf } from 'service/client-ip.ts'
import { readUserAgent } from 'contract/user-agent.ts'

/** Without versions, which change often. With the network, because many share a user agent. */
export function deviceFingerprint({ userAgent, ipAddress }: { userAgent: string; ipAddress: string }): string {
  return hashToken(`${userAgent.replaceAll(/[\d._]+/g, '')}|${networkOf(ipAddress)}`)
}

/** Unknown user agents are reduced to letters, so that emails contain none of their links. */
export function describeDevice(userAgent: string): string {
  const { browser, system } = readUserAgent(userAgent)
  return [browser, system].filter(Boolean).join(', ') || /^[a-z][a-z -]{0,99}/i.exec(userAgent)?.[0].trim() || '–'
}
