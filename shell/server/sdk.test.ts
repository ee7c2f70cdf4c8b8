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
  expect(page.body).toContain('--package="http://localhost:4321/sdk/kit-1.0.0.tgz"')
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
