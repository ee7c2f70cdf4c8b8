import ipaddr from 'ipaddr.js'

/** Parses an IP address, also with a port, as some load balancers send it. IPv4-mapped IPv6 becomes IPv4. */
export function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const [, ipv6, ipv4] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? []
  const bare = ipv6 ?? ipv4 ?? text
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null
}
