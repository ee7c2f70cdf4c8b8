import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { publishVersion } from 'registry/publish/publish.ts'
import { makeVersion } from 'registry/testing/make-version.ts'
import { type Shell, startShell } from './testing/start-shell.ts'

let shell: Shell
beforeEach(async () => {
  shell = await startShell()
  await shell.publish('mf-one', {})
})
afterEach(() => shell.stop())

test('marks files with a hash in their name as immutable, for the shell and for remotes', async () => {
  for (const url of ['/assets/shell.11111111.js', '/remotes/mf-one/1.0.0/assets/entry.js']) {
    const response = await shell.app.inject({ url })
    expect(response.statusCode).toBe(200)
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(response.headers['x-content-type-options']).toBe('nosniff')
  }
})

test('runs nothing if a file of a version is opened as a page', async () => {
  const evil = '<svg xmlns="http://www.w3.org/2000/svg"><script href="entry.js"/></svg>'
  const files = {
    'assets/entry.js': 'entry()',
    'assets/evil.html': evil,
    'assets/evil.svg': evil,
    'assets/evil.xhtml': evil,
  }
  const request = makeVersion({ name: 'mf-one', version: '1.0.1', files })
  await publishVersion(shell.ctx, { ...request, channel: 'pr-1' }, { who: 'a test' })
  for (const path of Object.keys(files)) {
    const { statusCode, headers } = await shell.app.inject({ url: `/remotes/mf-one/1.0.1/${path}` })
    expect([path, statusCode]).toEqual([path, 200])
    // Browsers show a script as text.
    if (path.endsWith('.js')) expect(headers['x-content-type-options']).toBe('nosniff')
    else expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*; sandbox$/)
  }
})

test('sends the compressed file to clients that accept it', async () => {
  const url = '/assets/shell.11111111.js'
  const small = await shell.app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
  expect([small.headers['content-encoding'], small.headers['content-type']]).toEqual([
    'br',
    'application/javascript; charset=utf-8',
  ])
  expect((await shell.app.inject({ url })).body).toContain('shell(111')
})

test.each([
  '/assets/nothing.js',
  '/remotes/mf-one/1.0.0/assets/nothing.js',
  '/remotes/mf-one/1.0.0/remote.json',
  '/remotes/mf-one/channels.json',
  '/remotes/mf-one/1.0.0/assets/../remote.json',
  '/remotes/mf-one/1.0.0/assets/%2e%2e/remote.json',
  '/remotes/mf-one/1.0.0/assets/..%2fremote.json',
])('responds with 404 to %s, instead of a page', async (url) => {
  const response = await shell.app.inject({ url })
  expect(response.statusCode).toBeGreaterThanOrEqual(400)
  expect(response.headers['content-type']).toContain('application/json')
  expect(response.headers['cache-control'] ?? 'no-cache').toBe('no-cache')
})

test('logs internal errors and hides file names from clients', async () => {
  const broken = await startShell()
  await broken.publish('mf-one', {}, '1.0.0')
  await broken.publish('mf-one', {}, '1.1.0')
  await broken.registry.stop()
  await rm(broken.registry.files, { recursive: true })
  const response = await broken.app.inject({ url: '/remotes/mf-one/1.1.0/assets/entry.js' })
  expect([response.statusCode, response.json()]).toEqual([
    500,
    { code: 'INTERNAL_SERVER_ERROR', message: 'Something went wrong here. Please try again.' },
  ])
  expect(response.headers['cache-control']).toBe('no-store')
  expect(broken.log.join('')).toContain('ENOENT')
  await broken.stop()
})

test('prevents other sites from framing pages and reading responses', async () => {
  const { headers } = await shell.app.inject({ url: '/' })
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
})
