import ipaddr from 'ipaddr.js'

export function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const [, ipv6, ipv4] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? []
  const bare = ipv6 ?? ipv4 ?? text
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null
}
