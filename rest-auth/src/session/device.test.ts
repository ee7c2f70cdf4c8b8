import { expect, test } from 'vitest'
import { describeDevice, deviceFingerprint } from './device.ts'

const chrome = (version: string) =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version} Safari/537.36`

test('a new version of a browser is no new device, another browser or system is', () => {
  const known = deviceFingerprint(chrome('141.0.0.0'))
  expect(deviceFingerprint(chrome('142.0.7444.60'))).toBe(known)
  expect(deviceFingerprint(`${chrome('141.0.0.0')} Edg/141.0.0.0`)).not.toBe(known)
  expect(deviceFingerprint(chrome('141.0.0.0').replace('Windows NT', 'Macintosh'))).not.toBe(known)
})

test.each([
  [chrome('141.0.0.0'), 'Chrome, Windows'],
  [`${chrome('141.0.0.0')} Edg/141.0.0.0`, 'Edge, Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox, Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    'Safari, macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    'Safari, iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    'Chrome, Android',
  ],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['x'.repeat(101), 'x'.repeat(100)],
  ['', '–'],
])('%s', (userAgent, words) => expect(describeDevice(userAgent)).toBe(words))
