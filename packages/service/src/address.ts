import ipaddr from 'ipaddr.js'

/** Parses an IP address, which some load balancers write with a port; IPv4-mapped IPv6 is IPv4, anything else null. */
export function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const [, ipv6, ipv4] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? []
  const bare = ipv6 ?? ipv4 ?? text
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null
}
