import { parseHosts } from './hosts.ts'

const encrypted = new Set(['require', 'verify-ca', 'verify-full', 'true'])
const local = /^(localhost|127(\.\d+){3}|::1|\/.*)$/i

/** Whether rows and the password may travel unencrypted to another machine. */
export function isClearText(address: string): boolean {
  const { url, servers } = parseHosts(address)
  const { searchParams } = new URL(url)
  const mode = searchParams.get('sslmode') ?? searchParams.get('ssl') ?? ''
  return !encrypted.has(mode) && servers.some(({ host }) => !local.test(host))
}
