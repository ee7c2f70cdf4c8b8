import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeVersion } from 'registry/testing/make-version.ts'
import { type Shell, startShell } from './testing/start-shell.ts'

let shell: Shell
beforeAll(async () => {
  shell = await startShell({ AUTH_URL: 'http://localhost:4321' })
  await shell.publishShell('1.1.0', { 'sdk/kit-1.0.0.tgz': 'the package' })
})
afterAll(() => shell.stop())

test('/sdk/ names the package that the live shell was built with', async () => {
  const page = await shell.app.inject('/sdk/')
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(page.body).toContain('--package="http://localhost:4321/sdk/kit-1.0.0.tgz"')
})

test('the package is served as it is, by any name of it that a kept version of the shell has', async () => {
  const answer = await shell.app.inject({ url: '/sdk/kit-1.0.0.tgz', headers: { 'accept-encoding': 'gzip, br' } })
  expect([answer.statusCode, answer.body]).toEqual([200, 'the package'])
  expect(answer.headers['cache-control']).toBe('public, max-age=0')
  await shell.publishShell('1.2.0', { 'sdk/kit-1.1.0.tgz': 'a newer one' })
  expect((await shell.app.inject('/sdk/kit-1.1.0.tgz')).body).toBe('a newer one')
  expect((await shell.app.inject('/sdk/kit-1.0.0.tgz')).body).toBe('the package')
  expect((await shell.app.inject('/sdk/kit-9.0.0.tgz')).statusCode).toBe(404)
})

test('while the version that is live has another content under the same name, that one is served', async () => {
  await shell.publishShell('1.3.0', { 'sdk/kit-1.0.0.tgz': 'mended' })
  const files = { 'index.html': '', 'sdk/kit-1.0.0.tgz': 'of a preview' }
  await shell.send({ ...makeVersion({ name: 'shell', version: '1.4.0', files }), channel: 'next' })
  await shell.publishShell('1.5.0', { 'sdk/kit-1.0.0.tgz': 'mended again' })
  expect((await shell.app.inject('/sdk/kit-1.0.0.tgz')).body).toBe('mended again')
})
