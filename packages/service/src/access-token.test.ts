import { describe, expect, test } from 'vitest'
import { accessTokenOf, subjectOf } from './access-token.ts'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const tokenOf = (header: unknown, claims: unknown = { sub: 'ann' }) => `${encode(header)}.${encode(claims)}.c2ln`

describe('accessTokenOf', () => {
  const token = tokenOf({ alg: 'EdDSA', typ: 'at+jwt' })

  test.each(['Bearer', 'bearer', 'BEARER'])('accepts the scheme %s', (scheme) => {
    expect(accessTokenOf({ authorization: `${scheme} ${token}` })).toBe(token)
    expect(subjectOf(token)).toBe('ann')
  })

  test.each([
    ['nothing', undefined],
    ['no scheme', token],
    ['another scheme', `Basic ${token}`],
    ['two', `Bearer ${token}, Bearer ${token}`],
    ['what is percent-encoded', `Bearer ${token.replaceAll('.', '%2E')}`],
    ['a session token', 'Bearer KqbB4EwSRm0nG1Pj5dJcVx7QzLtYh2uN.q0bZk1w4m%2Fo8Yc0%3D'],
    ['the token of a service', `Bearer ${tokenOf({ typ: 'service+jwt' })}`],
    ['one without a type', `Bearer ${tokenOf({})}`],
    ['one whose header is no object', `Bearer ${tokenOf(null)}`],
    ['no JSON', 'Bearer a.b.c'],
  ])('ignores %s', (_, authorization) => {
    expect(accessTokenOf(authorization === undefined ? {} : { authorization })).toBeUndefined()
  })
})
