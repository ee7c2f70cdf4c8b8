import { expect, test } from 'vitest'
import { addressBucket, normalAddress } from './client-address.ts'

test.each([
  ['203.0.113.7', '203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.7'],
  ['2001:DB8:1:2:3::4', '2001:db8:1:2:3::4', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ['203.0.113.7:51234', '203.0.113.7', '203.0.113.7'],
  ['[2001:db8:1:2:3::4]:51234', '2001:db8:1:2:3::4', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2:3::4]', '2001:db8:1:2:3::4', '2001:db8:1:2::/64'],
  ['203.0.113.7:', '', 'unknown'],
  ['no address', '', 'unknown'],
  ['', '', 'unknown'],
])('%s is written %s and counted as %s', (text, normal, bucket) => {
  expect([normalAddress(text), addressBucket(text)]).toEqual([normal, bucket])
})
