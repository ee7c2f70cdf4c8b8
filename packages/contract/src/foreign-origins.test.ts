import { describe, expect, test } from 'vitest'
import { findOriginProblem, originKind, usesOf } from './foreign-origins.ts'
import { parseRemoteDescription } from './remote-description.ts'

const valid = { name: 'mf-one', routes: [{ path: '/one', access: 'user' }] }
const parseWith = (requested: object) => () => parseRemoteDescription({ ...valid, ...requested })

test('accepts origins by kind', () => {
  const requested = {
    connect: ['https://api.example.com', 'wss://live.example.com:8443', 'http://localhost:4000', 'ws://localhost:4000'],
    image: ['https://*.tiles.example.com', 'https://xn--kln-sna.example', 'http://localhost'],
    frame: ['https://pay.example.com:8443'],
  }
  expect(parseWith(requested)()).toMatchObject(requested)
  expect(usesOf(requested).slice(3, 5)).toEqual([
    { kind: 'connect', origin: 'ws://localhost:4000' },
    { kind: 'image', origin: 'https://*.tiles.example.com' },
  ])
  expect(usesOf(parseWith({})())).toEqual([])
})

describe('other CSP sources', () => {
  test.each([
    '*', 'https:', 'https://*', 'https://*.com', 'https://a.*.example.com', 'https://**.example.com', 'https://x*.example.com', "'self'",
    "'unsafe-inline'", 'data:', 'blob:', 'filesystem:', 'api.example.com', '*.example.com', '//api.example.com', 'http://api.example.com',
    'ws://api.example.com', 'ftp://api.example.com', 'javascript://api.example.com', 'https://localhost', 'https://intranet', 'https://10.0.0.7',
    'https://127.1', 'https://[::1]', 'https://1.2.3', 'https://0x7f.1', 'http://localhost.example.com', 'http://localhost:', 'https://a.example:*',
    'https://a.example:0', 'https://a.example:99999', 'https://a..example', 'https://-a.example', 'https://a-.example', 'https://a.example.',
    'https://a_b.example', 'https://a.example; script-src *', "https://a.example 'unsafe-eval'", 'https://a.example,https://b.example',
    'https://a.example\n', 'https://a.example\r\nset-cookie: a=1', 'https://a.example\t', ' https://a.example',
    `https://${'a'.repeat(64)}.example`, `https://${'a.'.repeat(60)}example`, 'https://ａ.example; x', '',
  ])('rejects %j', (origin) => {
    for (const kind of originKind.options) expect(findOriginProblem(kind, origin), kind).not.toBeNull()
    expect(parseWith({ connect: [origin] })).toThrow('"connect.0" must be')
  }) // prettier-ignore

  test.each(['wss://live.example.com', 'ws://localhost:4000'])('rejects %s except for connect', (origin) => {
    expect(parseWith({ image: [origin] })).toThrow('"image.0" must be an origin: https://, a host')
    expect(parseWith({ frame: [origin] })).toThrow('"frame.0" must be')
  })

  test.each([17, null, ['https://a.example'], { origin: 'https://a.example' }])(
    'rejects %j, which is not a text',
    (origin) => {
      expect(parseWith({ connect: [origin] })).toThrow('"connect.0" must be a string')
    },
  )
})

test.each([
  ['https://API.Example.com', 'https://api.example.com'],
  ['https://api.example.com/', 'https://api.example.com'],
  ['https://api.example.com/v1?key=1#a', 'https://api.example.com'],
  ['https://api.example.com:443', 'https://api.example.com'],
  ['https://ann:secret@api.example.com', 'https://api.example.com'],
  ['https://köln.example', 'https://xn--kln-sna.example'],
  ['https://аpi.example', 'https://xn--pi-6kc.example'], // the first letter is Cyrillic, which this form reveals to an operator
  ['HTTPS://*.Tiles.example', 'https://*.tiles.example'],
])('rejects %s and suggests %s', (origin, plain) => {
  expect(findOriginProblem('connect', origin)).toBe(`must be written as "${plain}"`)
})

test('accepts ten different origins of a kind', () => {
  const many = Array.from({ length: 11 }, (_, number) => `https://a${number}.example`)
  expect(parseWith({ image: many.slice(1) })().image).toHaveLength(10)
  expect(parseWith({ image: many })).toThrow('"image" must have at most 10 origins')
  expect(parseWith({ frame: ['https://a.example', 'https://a.example'] })).toThrow(
    '"frame" must not contain duplicates',
  )
  expect(parseWith({ frame: 'https://a.example' })).toThrow('"frame" must be a list of origins')
})
