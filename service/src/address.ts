import ipaddr from 'ipaddr.js'

/**
 * The IP address in a text, null when it is none. IPv4-mapped IPv6 is IPv4. Some load balancers write the client's port
 * behind it in X-Forwarded-For (`203.0.113.7:51234`, `[2001:db8::7]:51234`); it tells nothing about who calls.
 */
export function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const [, ipv6, ipv4] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? []
  const bare = ipv6 ?? ipv4 ?? text
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null
}
