import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from './config.ts'
import { type Shell, startShell } from './testing/start-shell.ts'

const cdn = 'https://cdn.example'
const index =
  '<html data-assets-origin="{{assetsOrigin}}"><head><!--{{preload}}--><script src="/assets/shell.11111111.js"></script></head></html>'

let shell: Shell
beforeAll(async () => {
  shell = await startShell({ ASSETS_ORIGIN: cdn })
  await shell.publishShell('1.1.0', { 'index.html': index })
  await shell.publish('mf-one', {})
})
afterAll(() => shell.stop())

const get = (url: string, at = shell) => at.app.inject({ url, headers: { host: 'localhost:3000' } })

test('loads only files of versions from ASSETS_ORIGIN', async () => {
  const { body, headers } = await get('/mf-one')
  const addresses = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = '']) => url)
  expect(addresses.filter((url) => url.startsWith(cdn)).map((url) => url.slice(cdn.length))).toEqual([
    '/assets/locale-en-po.22222222.js',
    '/remotes/mf-one/1.0.0/assets/entry.js',
    '/remotes/mf-one/1.0.0/assets/remote.js',
    '/remotes/mf-one/1.0.0/assets/locale-en-po.js',
    '/remotes/mf-one/1.0.0/assets/remote.css',
    '/assets/shell.11111111.js',
  ])
  expect(addresses.filter((url) => !url.startsWith(cdn))).toEqual(['/api/auth/get-session'])
  expect(body).toContain(`data-assets-origin="${cdn}"`)
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain(`script-src 'self' ${cdn}/assets/ ${cdn}/remotes/;`)
  expect(policy).toMatch(new RegExp(`style-src 'self' ${cdn}/assets/ ${cdn}/remotes/ 'nonce-`))
  expect(policy).toContain("default-src 'self';")
})

test('lets pages of another origin use the files only if ASSETS_ORIGIN is set', async () => {
  const other = await startShell()
  await other.publish('mf-one', {})
  for (const url of ['/assets/shell.11111111.js', '/remotes/mf-one/1.0.0/assets/entry.js']) {
    expect((await get(url)).headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    const { headers } = await get(url, other)
    expect([headers['access-control-allow-origin'], headers['cross-origin-resource-policy']]).toEqual([
      undefined,
      'same-origin',
    ])
  }
  for (const url of ['/mf-one', '/ready', '/api/auth/get-session'])
    expect((await get(url)).headers['access-control-allow-origin']).toBeUndefined()
  await other.stop()
})

test('rejects http files for https pages', () => {
  const set = { DATABASE_URL: 'postgres://a@b/c', NODE_ENV: 'production', AUTH_URL: 'https://app.example' }
  expect(() => loadConfig({ ...set, ASSETS_ORIGIN: 'http://cdn.example' })).toThrow(
    'ASSETS_ORIGIN: must be an https://',
  )
  expect(loadConfig({ ...set, ASSETS_ORIGIN: `${cdn}/` }).ASSETS_ORIGIN).toBe(cdn)
})
