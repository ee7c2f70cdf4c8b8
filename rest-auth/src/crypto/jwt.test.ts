import { expect, test } from 'vitest'
import { deriveSecrets } from './derived-secrets.ts'
import { readJwt, signJwt } from './jwt.ts'
import { hmac } from './signed-value.ts'

const [current, old] = ['c'.repeat(32), 'o'.repeat(32)]
const base64 = (text: string) => Buffer.from(text).toString('base64url')
const signed = (header: string, payload: string) => {
  const message = `${base64(header)}.${base64(payload)}`
  return `${message}.${hmac(deriveSecrets([current], 'proof+jwt')[0], message, 'base64url')}`
}

test('a token says what was signed, to those who know one of the secrets', () => {
  const token = signJwt([old], 'proof+jwt', { email: 'ann@example.com' })
  expect(readJwt([current, old], 'proof+jwt', token)).toEqual({ email: 'ann@example.com' })
  expect(readJwt([current], 'proof+jwt', token)).toBeNull()
  expect(
    readJwt([old], 'proof+jwt', token.replace(/^[^.]+/, base64('{"alg":"HS256","typ":"proof+jwt","kid":"x"}'))),
  ).toBeNull()
})

test.each([
  ['{"alg":"HS256","typ":"proof+jwt"}', '{"a":1}', { a: 1 }],
  ['{"alg":"none","typ":"proof+jwt"}', '{"a":1}', null],
  ['{"alg":"HS512","typ":"proof+jwt"}', '{"a":1}', null],
  ['{"alg":"HS256","typ":"email-link+jwt"}', '{"a":1}', null],
  ['{"alg":"HS256"}', '{"a":1}', null],
  ['{}', '{"a":1}', null],
  ['no JSON', '{"a":1}', null],
  ['{"alg":"HS256","typ":"proof+jwt"}', 'no JSON', null],
])('of a token with the header %s and the payload %s, rightly signed, is read: %j', (header, payload, read) =>
  expect(readJwt([current], 'proof+jwt', signed(header, payload))).toEqual(read),
)
