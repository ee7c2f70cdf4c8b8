import { expect, test } from 'vitest'
import { parseEmails } from './parse-emails.ts'

const all = ['ada', 'bob', 'carla', 'dan'].map((name) => `${name}@example.com`)

test.each([
  ['ada@example.com', all.slice(0, 1)],
  [' ada@example.com,bob@example.com ;carla@example.com\r\n\tdan@example.com', all],
  ['ada@example.com ada@example.com', all.slice(0, 1)],
  ['ada@example.com, Ada@Example.com', all.slice(0, 1)],
  ['Ada <ada@example.com>, "Hope, Bob" <bob@example.com>;Carla Ce <carla@example.com> dan@example.com', all],
  ['nobody ada@', ['nobody', 'ada@']],
  ['\u{202a}ada@example.com\u{202c}, \u{200b}Bob@example.com\u{feff};\u{2060}', all.slice(0, 2)],
  [' , ; ', []],
])('parses %j', (text, addresses) => {
  expect(parseEmails(text)).toEqual(addresses)
})
