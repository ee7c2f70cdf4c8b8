import { createServer, type Server } from 'node:http'
import { makeVersion } from 'registry/testing/make-version.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchFacts } from './facts.ts'
import { type Shell, startShell } from './testing/start-shell.ts'

const page = `<form class="form" method="post"><h1 class="title" data-size="md">Sign in to {{product}}</h1>\
<a aria-label="{{product}}" href="/"><img alt="" data-mark=""></a>\
<button data-when="provider-github">GitHub</button><button data-when="provider-google">Google</button>\
<p data-when="sign-up">New here?</p><p data-when="!sign-up">Closed.</p><input name="identifier"></form>`
const template = `<!doctype html><html lang="{{locale}}"><head><!--{{brand}}--><!--{{preload}}-->
<script id="lock" type="application/json" nonce="{{nonce}}">{{lock}}</script>
<script id="facts" type="application/json">{{facts}}</script>
<link crossorigin="anonymous" href="/assets/kit.css" integrity="x" rel="stylesheet"></head>
<body><!--{{still}}--><div id="root"></div></body></html>`
const css = `:root{--used:1px;--unused:2px}.title{margin:var(--used)}.other{margin:0}.form:not(.other){padding:0}
.title[data-size=md]{top:0}.title[data-size="lg"],.title[data-wrong],.form:has(.other){top:1px}.form,.other{top:2px}
:root[data-mantine-color-scheme=dark] .title{top:3px}.form[data-pending]{animation:wait 1s}:is(.other,.title){top:4px}
@keyframes wait{to{top:5px}}@keyframes unused{to{top:6px}}
@font-face{font-family:A;src:url(/assets/a.woff2)}@font-face{font-family:B;src:local(Arial)}`

/** Responses of rest-auth by path; null if it is down. */
let responses: Record<string, unknown> | null
let restAuth: Server
let shell: Shell
const listed = (...ids: string[]) => ids.map((id) => ({ id, name: '</script><b>', demo: false, linkable: true }))

beforeEach(async () => {
  responses = { '/social-providers': listed('github'), '/credential-rules': { signUp: true } }
  restAuth = createServer(({ url = '' }, response) => {
    const known = responses?.[url.replace('/api/auth', '')]
    response.statusCode = known ? 200 : 500
    response.end(JSON.stringify(known ?? {}))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => restAuth.once('listening', resolve))
})
afterEach(async () => {
  restAuth.close()
  await shell.stop()
})

function restAuthUrl(): string {
  const address = restAuth.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}
const apiUrl = () => `${restAuthUrl()}/api/auth`

async function start(settings: Record<string, string> = {}): Promise<void> {
  shell = await startShell({ REST_AUTH_URL: restAuthUrl(), ...settings })
  await shell.publishShell('1.1.0', { 'index.html': template, 'assets/kit.css': css })
  await publish('1.0.0', page)
}

const publish = (version: string, html: string) =>
  shell.send(
    makeVersion({
      name: 'mf-one',
      version,
      description: { routes: [{ path: '/sign-in', access: 'guest' }] },
      files: { 'assets/entry.js': 'entry()', 'assets/one.css': '.one {}', 'pages/sign-in.en.html': html },
      styles: ['assets/one.css'],
      prerendered: { '/sign-in': { en: 'pages/sign-in.en.html' } },
    }),
  )

const get = (headers: Record<string, string> = {}, url = '/sign-in') =>
  shell.app.inject({ url, headers: { host: 'localhost:3000', ...headers } })
const stillIn = (html: string) => /<div id="still">.*?<\/main><\/div>/s.exec(html)?.[0] ?? ''

test('shows guests the page with the brand as text, and only what holds', async () => {
  await start({ PRODUCT_NAME: `Fox"><script>'$&{{lock}}'</script>` })
  const { body, statusCode } = await get()
  const still = stillIn(body)
  expect(statusCode).toBe(200)
  expect(still).toContain(`<main id="content"><div data-remote="mf-one"><form`)
  expect(still).toContain(`Sign in to Fox"&gt;&lt;script&gt;'$&amp;{{lock}}'&lt;/script&gt;</h1>`)
  expect(still).toContain('aria-label="Fox&quot;')
  expect(still).toMatch(/<img [^>]*src="data:image\/svg\+xml,/)
  expect(still).toContain('GitHub')
  expect(still).toContain('New here?')
  expect(still).not.toMatch(/Google|Closed/)
  expect(body).toContain(
    '<script id="facts" type="application/json">["sign-up","passwords","providers","provider-github"]</script>',
  )
})

test('paints with the styles that it uses, and runs one inline script', async () => {
  await start()
  const { body, headers } = await get()
  const policy = String(headers['content-security-policy'])
  const [, nonce, styles = ''] = /<style nonce="([^"]+)">(.*?)<\/style>/s.exec(body) ?? []
  expect(policy).toContain(`style-src 'self' 'nonce-${nonce}';`)
  expect(styles).toContain('.title{margin:var(--used)}')
  expect(styles).toContain('.form:not(.other)')
  for (const used of ['md]{', '.form{top:2px}', '=dark] .title{', '[data-pending]{', ',.title){', 'wait{'])
    expect(styles).toContain(used)
  expect(styles).not.toMatch(/unused|lg|wrong|:has|\.other[{,]top|woff2/)
  expect(styles).toContain('local(Arial)')
  expect(body.indexOf('href="/assets/kit.css"')).toBeGreaterThan(body.indexOf('id="still"'))
  expect(body).toMatch(/<link rel="stylesheet"[^>]+href="\/remotes\/mf-one\/1\.0\.0\/assets\/one\.css">/)
  expect(body.match(/one\.css/g)).toHaveLength(1)
  expect(body).toContain('<link rel="expect" href="#later" blocking="render">')
  expect(body.match(/<script>/g)).toHaveLength(1)
  expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/=]+';/)
  const other = await get({}, '/nowhere')
  expect(other.body).not.toContain('<script>')
  expect(other.headers['content-security-policy']).toContain("script-src 'self';")
})

test('starts in the chosen colour scheme', async () => {
  await start()
  const schemeFor = async (cookie: string) =>
    /<html data-mantine-color-scheme="([^"]*)" lang/.exec((await get({ cookie })).body)?.[1]
  expect(await schemeFor('lang=en; color-scheme=dark; other=1')).toBe('dark')
  expect(await schemeFor('color-scheme=light')).toBe('light')
  expect(await schemeFor('color-scheme=darker; x-color-scheme=dark')).toBeUndefined()
})

test('shows nothing to users, after a failed sign-in or elsewhere', async () => {
  await start()
  for (const response of [
    await get({ cookie: 'better-auth.session_token=any' }),
    await get({}, '/sign-in?error=access_denied'),
    await get({}, '/sign-in/more'),
  ]) {
    expect(response.body).not.toContain('id="still"')
    expect(response.body).toContain('href="/assets/kit.css"')
  }
})

test('shows a new version and a rollback at once', async () => {
  await start()
  await publish('1.1.0', page.replace('New here?', 'First time?'))
  expect(stillIn((await get()).body)).toContain('First time?')
  await shell.unpublish('mf-one')
  expect((await get()).body).not.toContain('id="still"')
})

test('starts without rest-auth', async () => {
  responses = null
  await start()
  expect(stillIn((await get()).body)).toContain('New here?')
  expect((await get()).body).toContain('>["sign-up","passwords"]</script>')
})

test('asks again after a while, without keeping a page waiting, and keeps the last facts during an outage', async () => {
  await start()
  let now = 0
  const findFacts = watchFacts({ accountApi: apiUrl(), TERMS_URL: 'https://x.test', PRIVACY_URL: undefined }, () => now)
  expect(await findFacts()).toEqual(['sign-up', 'passwords', 'providers', 'provider-github', 'terms'])
  responses = { '/social-providers': listed(), '/credential-rules': { signUp: false, passwords: false } }
  now += 9999
  expect(await findFacts()).toContain('sign-up')
  now += 1
  expect(await findFacts()).toContain('sign-up')
  await vi.waitFor(async () => expect(await findFacts()).toEqual(['terms']))
  responses = null
  now += 10_000
  await findFacts()
  await new Promise((resolve) => restAuth.once('request', resolve))
  expect(await findFacts()).toEqual(['terms'])
})

test('responds to a form without its script with the page again, and logs no value', async () => {
  await start()
  const send = (url: string, payload = 'identifier=ada&password=secret-value') =>
    shell.app.inject({
      method: 'POST',
      url,
      payload,
      headers: { host: 'localhost:3000', 'content-type': 'application/x-www-form-urlencoded' },
    })
  const { statusCode, body, headers } = await send('/sign-in?redirectTo=%2F')
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(stillIn(body)).toContain('Sign in to')
  expect(body).not.toContain('secret-value')
  expect(shell.log.join('')).not.toContain('secret-value')
  expect((await send('/sign-in', 'x'.repeat(20_000))).statusCode).toBe(413)
  expect((await send('/nowhere')).statusCode).toBe(404)
})
