import { expect, test } from 'vitest'
import { ipBuckets, normalAddress, userBuckets } from './client-ip.ts'

test.each([
  ['203.0.113.7', '203.0.113.7', '203.0.113.7 ×1'],
  ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.7 ×1'],
  ['2001:DB8:1:2:3::4', '2001:db8:1:2:3::4', '2001:db8:1:2::/64 ×1, 2001:db8:1::/56 ×4, 2001:db8:1::/48 ×16'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2:ffff::1', '2001:db8:1:2::/64 ×1, 2001:db8:1::/56 ×4, 2001:db8:1::/48 ×16'],
  ['203.0.113.7:51234', '203.0.113.7', '203.0.113.7 ×1'],
  ['[2001:db8:1:2:3::4]:51234', '2001:db8:1:2:3::4', '2001:db8:1:2::/64 ×1, 2001:db8:1::/56 ×4, 2001:db8:1::/48 ×16'],
  ['[2001:db8:1:2:3::4]', '2001:db8:1:2:3::4', '2001:db8:1:2::/64 ×1, 2001:db8:1::/56 ×4, 2001:db8:1::/48 ×16'],
  ['203.0.113.7:', '', 'unknown ×1'],
  ['no address', '', 'unknown ×1'],
  ['', '', 'unknown ×1'],
  ['2001:db8:1:cdef::1', '2001:db8:1:cdef::1', '2001:db8:1:cdef::/64 ×1, 2001:db8:1:cd00::/56 ×4, 2001:db8:1::/48 ×16'],
])('normalizes %s to %s and counts it as %s', (text, normal, buckets) => {
  const written = ipBuckets(text).map(({ name, factor }) => `${name} ×${factor}`)
  expect([normalAddress(text), written.join(', ')]).toEqual([normal, buckets])
})

test.each([
  ['203.0.113.7', 'user ann ×1, users at 203.0.113.7 ×20'],
  [
    '2001:db8:1:2::4',
    'user ann ×1, users at 2001:db8:1:2::/64 ×20, users at 2001:db8:1::/56 ×80, users at 2001:db8:1::/48 ×320',
  ],
])('counts a user at %s alone, and with the others there', (address, buckets) => {
  expect(
    userBuckets('ann', ipBuckets(address))
      .map(({ name, factor }) => `${name} ×${factor}`)
      .join(', '),
  ).toBe(buckets)
})
