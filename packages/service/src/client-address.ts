import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { parseAddress } from './address.ts'

/** One form for one address: IPv4-mapped IPv6 as IPv4, without a port; `''` when the text is no address. */
export function normalAddress(text: string): string {
  return isIPv4(text) ? text : (parseAddress(text)?.toString() ?? '') // each request comes here several times
}

export interface AddressBucket {
  readonly name: string
  /** How many times the bound of one client holds for it: a wide network has many people. */
  readonly factor: number
}

// Whoever rents a /48 has 65536 networks of one customer's size.
const networks = [
  { bits: 64, factor: 1 },
  { bits: 56, factor: 4 },
  { bits: 48, factor: 16 },
]

/** The buckets of an address, narrowest first: an IPv4 address, or three IPv6 networks; one for all without an address. */
export function addressBuckets(text: string): AddressBucket[] {
  const address = normalAddress(text)
  if (!address.includes(':')) return [{ name: address || 'unknown', factor: 1 }]
  return networks.map(({ bits, factor }) => {
    const network = ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`).toString()
    return { name: `${network}/${bits}`, factor }
  })
}

/** So many users behind one address may be as busy as each of them may be. */
export const usersPerAddress = 20

/** A user counts alone wherever they are, and with all users behind their address, which share a larger bound. */
export function userBuckets(userId: string, address: readonly AddressBucket[]): AddressBucket[] {
  const together = address.map(({ name, factor }) => ({
    name: `users at ${name}`,
    factor: factor * usersPerAddress,
  }))
  return [userBucket(userId), ...together]
}

/** The bucket of a user alone, for what a program asks as them: the address is that program's, which asks for many. */
export const userBucket = (userId: string): AddressBucket => ({ name: `user ${userId}`, factor: 1 })

/** The network that an address is in, so wide that it stays the same for a while: /24 of IPv4, /48 of IPv6; `''` without an address. */
export function networkOf(text: string): string {
  const address = parseAddress(text)
  if (!address) return ''
  return address.kind() === 'ipv4'
    ? ipaddr.IPv4.networkAddressFromCIDR(`${address.toString()}/24`).toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/48`).toString()
}
