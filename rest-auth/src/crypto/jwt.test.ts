import { expect, test } from 'vitest'
import { readJwt, signJwt } from './jwt.ts'
import { hmac } from './signed-value.ts'

const [current, old] = ['c'.repeat(32), 'o'.repeat(32)]
const base64 = (text: string) => Buffer.from(text).toString('base64url')
const signed = (header: string, payload: string) => {
  const message = `${base64(header)}.${base64(payload)}`
  return `${message}.${hmac(current, message, 'base64url')}`
}

test('a token says what was signed, to those who know one of the secrets', () => {
  const token = signJwt([old], { email: 'ann@example.com' })
  expect(readJwt([current, old], token)).toEqual({ email: 'ann@example.com' })
  expect(readJwt([current], token)).toBeNull()
  expect(readJwt([old], token.replace(/^[^.]+/, base64('{"alg":"HS256","kid":"x"}')))).toBeNull()
})

test.each([
  ['{"alg":"HS256"}', '{"a":1}', { a: 1 }],
  ['{"alg":"none"}', '{"a":1}', null],
  ['{"alg":"HS512"}', '{"a":1}', null],
  ['{}', '{"a":1}', null],
  ['no JSON', '{"a":1}', null],
  ['{"alg":"HS256"}', 'no JSON', null],
])('of a token with the header %s and the payload %s, rightly signed, is read: %j', (header, payload, read) =>
  expect(readJwt([current], signed(header, payload))).toEqual(read),
)
