import { expect, test } from 'vitest'
import { codeAt, findStep, stepAt, totpUri } from './totp.ts'

const key = Buffer.from('12345678901234567890')

/** RFC 6238, appendix B: the last six digits of its eight. */
const vectors: readonly (readonly [seconds: number, code: string])[] = [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
]

test.each(vectors)('has the code of RFC 6238 at %i seconds', (seconds, code) => {
  const time = new Date(seconds * 1000)
  expect(codeAt(key, stepAt(time))).toBe(code)
  expect(findStep(key, code, time)).toBe(stepAt(time))
})

test('has the codes of RFC 4226', () => {
  const codes = ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489']
  expect(codes.map((_, step) => codeAt(key, step))).toEqual(codes)
})

test.each([
  [0, true],
  [-30, true],
  [30, true],
  [-60, false],
  [60, false],
  [86_400, false],
])('with a clock that is %i seconds off, it accepts a code: %s', (seconds, isAccepted) => {
  const time = new Date('2026-01-01T00:00:00Z')
  const typed = codeAt(key, stepAt(new Date(time.getTime() + seconds * 1000)))
  expect(findStep(key, typed, time) !== null).toBe(isAccepted)
})

test.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('refuses %j', (typed) => {
  expect(findStep(key, typed, new Date())).toBeNull()
})

test('accepts the code as apps show it, in two groups', () => {
  expect(findStep(key, '287 082', new Date(59_000))).toBe(1)
})

test('describes the secret as apps expect it', () => {
  expect(totpUri('ABC', 'Acme & Co', 'ann@x.test')).toBe(
    'otpauth://totp/Acme%20%26%20Co:ann%40x.test?secret=ABC&issuer=Acme%20%26%20Co&digits=6&period=30',
  )
})
