import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { statuses } from 'registry/http/refusal.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeVersion } from 'registry/testing/make-version.ts'
import { type Shell, startShell } from './testing/start-shell.ts'

let shell: Shell
beforeAll(async () => {
  shell = await startShell({ AUTH_URL: 'http://localhost:4321' })
  await shell.publishShell('1.1.0', { 'sdk/kit-1.0.0.tgz': 'the package' })
})
afterAll(() => shell.stop())

test('names the package that the live shell was built with at /sdk/', async () => {
  const page = await shell.app.inject('/sdk/')
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(page.body).toContain('npm install --save-dev "$PRODUCT/sdk/kit-1.0.0.tgz"')
})

test('shows the guide of docs/first-day.md at /sdk/, with the addresses of this product', async () => {
  const guide = await readFile(new URL('../../docs/first-day.md', import.meta.url), 'utf8')
  const commands = (text: string) => [...text.matchAll(/^```sh[^]*?^```$/gm)].map(([block]) => block)
  const { body } = await shell.app.inject('/sdk/')
  const own = guide
    .replaceAll('https://accounts.example.com', 'http://localhost:4321')
    .replaceAll(/kit-\d+\.\d+\.\d+/g, 'kit-1.0.0')
  expect(commands(body)).toEqual(commands(own))
  expect(commands(body).length).toBeGreaterThan(5)
  expect(body).toMatch(/all\s+checks \(http:\/\/localhost:4321\/sdk\/docs\/checks\.md\)/)
})

test('serves the documentation for teams at /sdk/docs/, with links that work, and no other files', async () => {
  const index = await shell.app.inject('/sdk/docs/')
  const urls = (text: string) => text.match(/http:\/\/localhost:4321\/sdk\/docs\/[\w.-]+/g) ?? []
  const pages = urls(index.body)
  expect(pages.length).toBeGreaterThan(7)
  for (const url of pages) {
    const page = await shell.app.inject(url)
    expect([page.statusCode, page.headers['content-type']], url).toEqual([200, 'text/plain; charset=utf-8'])
    expect(page.body, url).not.toMatch(/\]\((?!https?:)/)
    for (const linked of urls(page.body)) expect(pages, url).toContain(linked)
  }
  for (const path of ['operating.md', 'security.md', '..%2f..%2fpackage.json', 'decisions', 'errors'])
    expect((await shell.app.inject(`/sdk/docs/${path}`)).statusCode, path).toBe(404)
})

test('serves the gallery of kit as a page, and its package as a file', async () => {
  const page = await shell.app.inject('/sdk/gallery')
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect((await shell.app.inject('/sdk/docs/')).body).toContain('http://localhost:4321/sdk/gallery')
  expect((await shell.app.inject('/sdk/kit-1.0.0.tgz')).body).toBe('the package')
  expect((await shell.app.inject('/sdk/other')).statusCode).toBe(404)
})

test('serves a page for every error code of the registry, of check and of the command', async () => {
  const tools = new URL('../../packages/remote-tools/src/', import.meta.url).pathname
  const sources = await Promise.all(
    globSync(`${tools}{check/violation,command/*}.ts`).map((file) => readFile(file, 'utf8')),
  )
  const named = sources.flatMap((text) => [...text.matchAll(/(?:^  \| |CommandError\(\s*)'([A-Z_]+)'/gm)])
  const codes = [...Object.keys(statuses), ...named.map(([, code = '']) => code)]
  expect(codes.length).toBeGreaterThan(60)
  for (const code of codes) {
    const page = await shell.app.inject(`/sdk/docs/errors/${code}`)
    expect([page.statusCode, page.body.split('\n')[0]]).toEqual([200, code])
  }
  expect((await shell.app.inject('/sdk/docs/errors/NO_SUCH_CODE')).statusCode).toBe(404)
})

test('serves the package under each name of a retained version of the shell', async () => {
  const response = await shell.app.inject({ url: '/sdk/kit-1.0.0.tgz', headers: { 'accept-encoding': 'gzip, br' } })
  expect([response.statusCode, response.body]).toEqual([200, 'the package'])
  expect(response.headers['cache-control']).toBe('public, max-age=0')
  await shell.publishShell('1.2.0', { 'sdk/kit-1.1.0.tgz': 'a newer one' })
  expect((await shell.app.inject('/sdk/kit-1.1.0.tgz')).body).toBe('a newer one')
  expect((await shell.app.inject('/sdk/kit-1.0.0.tgz')).body).toBe('the package')
  expect((await shell.app.inject('/sdk/kit-9.0.0.tgz')).statusCode).toBe(404)
})

test('serves the live version’s content if two versions share a name', async () => {
  await shell.publishShell('1.3.0', { 'sdk/kit-1.0.0.tgz': 'mended' })
  const files = { 'index.html': '', 'sdk/kit-1.0.0.tgz': 'of a preview' }
  await shell.send({ ...makeVersion({ name: 'shell', version: '1.4.0', files }), channel: 'next' })
  await shell.publishShell('1.5.0', { 'sdk/kit-1.0.0.tgz': 'mended again' })
  expect((await shell.app.inject('/sdk/kit-1.0.0.tgz')).body).toBe('mended again')
})
