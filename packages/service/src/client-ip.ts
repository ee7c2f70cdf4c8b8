import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const [, ipv6, ipv4] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? []
  const bare = ipv6 ?? ipv4 ?? text
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null
}

export function normalAddress(text: string): string {
  return isIPv4(text) ? text : (parseAddress(text)?.toString() ?? '') // each request needs it several times
}

export interface IpBucket {
  readonly name: string
  /** Multiplies the limit of one client, because a wide network has many users. */
  readonly factor: number
}

// An attacker who rents a /48 has 65536 networks of /64.
const networks = [
  { bits: 64, factor: 1 },
  { bits: 56, factor: 4 },
  { bits: 48, factor: 16 },
]

export function ipBuckets(text: string): IpBucket[] {
  const address = normalAddress(text)
  if (!address.includes(':')) return [{ name: address || 'unknown', factor: 1 }]
  return networks.map(({ bits, factor }) => {
    const network = ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`).toString()
    return { name: `${network}/${bits}`, factor }
  })
}

export const usersPerAddress = 20

/** Counts a user alone, and with all users behind the IP address, who share a larger limit. */
export function userBuckets(userId: string, address: readonly IpBucket[]): IpBucket[] {
  const together = address.map(({ name, factor }) => ({
    name: `users at ${name}`,
    factor: factor * usersPerAddress,
  }))
  return [userBucket(userId), ...together]
}

/** Without the IP address, for services that send requests of many users. */
export const userBucket = (userId: string): IpBucket => ({ name: `user ${userId}`, factor: 1 })

/** Returns a network wide enough to stay the same while a client changes IP addresses. */
export function networkOf(text: string): string {
  const address = parseAddress(text)
  if (!address) return ''
  return address.kind() === 'ipv4'
    ? ipaddr.IPv4.networkAddressFromCIDR(`${address.toString()}/24`).toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/48`).toString()
}
