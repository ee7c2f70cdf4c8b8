import { expect, test } from 'vitest'
import { describeDevice, deviceFingerprint } from './device.ts'

const chrome = (version: string) =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version} Safari/537.36`

const fingerprint = (userAgent: string, ipAddress = '203.0.113.7') => deviceFingerprint({ userAgent, ipAddress })

test('treats the same browser in another network as another device', () => {
  const known = fingerprint(chrome('141.0.0.0'))
  expect(fingerprint(chrome('141.0.0.0'), '203.0.113.200')).toBe(known)
  expect(fingerprint(chrome('141.0.0.0'), '203.0.112.7')).not.toBe(known)
  const six = fingerprint(chrome('141.0.0.0'), '2001:db8:1:2::1')
  expect(fingerprint(chrome('141.0.0.0'), '2001:db8:1:ffff::9')).toBe(six)
  expect(fingerprint(chrome('141.0.0.0'), '2001:db8:2:2::1')).not.toBe(six)
  expect(fingerprint(chrome('141.0.0.0'), '')).not.toBe(known)
})

test('treats a new browser version as the same device, but not another browser or system', () => {
  const known = fingerprint(chrome('141.0.0.0'))
  expect(fingerprint(chrome('142.0.7444.60'))).toBe(known)
  expect(fingerprint(`${chrome('141.0.0.0')} Edg/141.0.0.0`)).not.toBe(known)
  expect(fingerprint(chrome('141.0.0.0').replace('Windows NT', 'Macintosh'))).not.toBe(known)
})

test.each([
  [chrome('141.0.0.0'), 'Chrome, Windows'],
  ['curl/8.5.0', 'curl'],
  ['my-script/1.0', 'my-script'],
  ['My Script 1.0', 'My Script'],
  ['2fast/1.0', '–'],
  ['https://evil.test/login', 'https'],
  ['evil.test', 'evil'],
  ['1.2.3.4', '–'],
  ['x'.repeat(101), 'x'.repeat(100)],
  ['', '–'],
])('%s', (userAgent, words) => expect(describeDevice(userAgent)).toBe(words))
