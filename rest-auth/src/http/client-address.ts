import ipaddr from 'ipaddr.js'
import { parseAddress } from 'service/address.ts'

/** One form for one address: IPv4-mapped IPv6 as IPv4, without a port; `''` when the text is no address. */
export function normalAddress(text: string): string {
  return parseAddress(text)?.toString() ?? ''
}

/** What counters count: an IPv4 address, or the /64 network that one IPv6 customer has; one for all without an address. */
export function addressBucket(text: string): string {
  const address = normalAddress(text)
  if (!address.includes(':')) return address || 'unknown'
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString()}/64`
}
