import ipaddr from 'ipaddr.js'
import { parseAddress } from 'service/address.ts'

/** One form for one address: IPv4-mapped IPv6 as IPv4, without a port; `''` when the text is no address. */
export function normalAddress(text: string): string {
  return parseAddress(text)?.toString() ?? ''
}

/** What counters count a client as. */
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
