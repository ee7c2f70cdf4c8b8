import { expect, test } from 'vitest'
import { ownCookie } from './own-cookie.ts'

const { read, write } = ownCookie('visitor', { https: false, bytes: 3, maxAge: 60 })

test.each([
  ['visitor=abcd', 'abcd'],
  ['a=1; visitor=abcd; b=2', 'abcd'],
  ['visitor=; visitor=abcd', 'abcd'],
  ['visitor=of another server; visitor=abcd', 'abcd'],
  ['visitor=abcd; visitor=of another server', 'abcd'],
  ['my-visitor=abcd', null],
  ['visitor=abcde', null],
  ['', null],
])('reads the value of our form from "%s"', (header, value) => expect(read(header)).toBe(value))

test('writes a cookie that it reads', () => {
  expect(read(write('abcd').split(';')[0])).toBe('abcd')
})
