import { expect, test } from 'vitest'
import { trimAddress } from './trim-address.ts'

test.each([
  ['a blank', ' '],
  ['a no-break space', '\u{a0}'],
  ['a zero-width space', '\u{200b}'],
  ['a zero-width joiner', '\u{200d}'],
  ['a left-to-right mark', '\u{200e}'],
  ['an embedding', '\u{202a}'],
  ['its end', '\u{202c}'],
  ['an override', '\u{202d}'],
  ['an isolate', '\u{2066}'],
  ['a word joiner', '\u{2060}'],
  ['a byte order mark', '\u{feff}'],
  ['a soft hyphen', '\u{ad}'],
])('removes %s around an address', (_, character) => {
  expect(trimAddress(`${character}Ada.O'Neil+x@Exämple.com${character}`)).toBe("Ada.O'Neil+x@Exämple.com")
})

test('removes what is inside, too, and leaves nothing of an invisible text', () => {
  expect(trimAddress('ada@\u{200b}example.com')).toBe('ada@example.com')
  expect(trimAddress(' \u{200b}\u{feff} ')).toBe('')
})
