import { SourceMap } from 'node:module'
import { afterAll, expect, test, vi } from 'vitest'
import { findPlace } from './find-place.ts'

const map = {
  version: 3,
  names: [],
  sourcesContent: [],
  sourceRoot: '',
  file: '',
  sources: ['webpack://mf_one/./node_modules/lib/lib.js', 'webpack://mf_one/./src/page.tsx'],
  mappings: 'AAAA;AACA;;ACOA;IAKE,OAAO',
}
const base = 'https://product.example/registry/previews/one/files/assets'

// The next files share the page.
const ownFetch = globalThis.fetch
afterAll(() => void vi.stubGlobal('fetch', ownFetch))

test('finds the innermost line of the own sources', async () => {
  const fetched: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    fetched.push(url)
    return url.includes('/remote.') ? Response.json(map) : new Response('', { status: 404 })
  })
  const frames = [
    `at render (${base}/react.1.js:1:1)`,
    `at throwIt (${base}/remote.2.js?attempt=1:2:1)`,
    `at page (${base}/remote.2.js?attempt=1:5:9)`,
  ]
  const { originalSource, originalLine } = Object(new SourceMap(map).findEntry(4, 8))
  expect(originalSource).toContain('page.tsx')
  expect(await findPlace(`Error: no\n    ${frames.join('\n    ')}`)).toBe(`src/page.tsx:${originalLine + 1}`)
  expect(fetched[0]).toBe(`${base}/react.1.js.map`)
})

test('finds none in a stack without source maps, or without a stack', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  expect(await findPlace(`Error: no\n    at page (${base}/remote.2.js:5:9)`)).toBeUndefined()
  expect(await findPlace('')).toBeUndefined()
})
