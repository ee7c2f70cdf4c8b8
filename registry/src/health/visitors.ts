import { sha256 } from '@oslojs/crypto/sha2'

const size = 2048

/** A visitor has the same bit on all servers. */
export const bitOf = (visitor: string): number =>
  new DataView(sha256(new TextEncoder().encode(visitor)).buffer).getUint32(0) % size

export const bitsOf = (set: Iterable<number>): string => {
  const bits = Array.from({ length: size }, () => '0')
  for (const bit of set) bits[bit] = '1'
  return bits.join('')
}

/** How many visitors have set these bits. Corrects for those that share one. */
export function countVisitors(bits: string): number {
  const unset = bits.split('0').length - 1
  return Math.round(-size * Math.log(Math.max(1, unset) / size))
}
