import { getCookieCache } from 'better-auth/cookies'
import { getCookieCache as getCookieCache17 } from 'better-auth-1-7/cookies'
import { expect, test } from 'vitest'
import { createHmac } from 'node:crypto'
import { startTestApp } from '../testing/start-test-app.ts'

const t = await startTestApp({ SESSION_COOKIE_CACHE_MAX_AGE: '300' })
const name = 'better-auth.session_data'

const read = (cookie: string | undefined): Record<string, unknown> =>
  Object(JSON.parse(Buffer.from(String(cookie), 'base64url').toString()))
const write = (payload: object) => Buffer.from(JSON.stringify(payload)).toString('base64url')

test('stores session and user in the cookie, signed', async () => {
  const ann = await t.signUp()
  const response = await ann.get('/get-session')
  const cookie = ann.jar.get(name)
  expect(cookie).toMatch(/^[\w-]+$/)
  const { session, expiresAt, signature } = read(cookie)
  const updatedAt = t.clock.now().getTime()
  expect(session).toEqual({ ...Object(response.body), updatedAt })
  expect(expiresAt).toBe(t.clock.now().getTime() + 300_000)
  const text = JSON.stringify({ ...Object(session), expiresAt })
  expect(signature).toBe(createHmac('sha256', t.ctx.config.secrets[0]).update(text).digest('base64url'))
})

test.each([
  ['1.2', getCookieCache],
  ['1.7', getCookieCache17],
])('is verified by getCookieCache of better-auth %s', async (_, readCache) => {
  const ann = await t.signUp()
  const [cookie, secret] = [`${name}=${ann.jar.get(name)}`, t.ctx.config.secrets[0]]
  const open = (text: string) => readCache(new Headers({ cookie: text }), { secret, isSecure: false })
  expect(await open(cookie)).toMatchObject({ user: { id: ann.id } })
  expect(await open(cookie.replace(/.{9}$/, 'x'))).toBeNull()
})

test('verifies the cookie of release 2.0.0', async () => {
  const ann = await t.signUp()
  const { session: packed, expiresAt } = read(ann.jar.get(name))
  const { session, user } = Object(packed)
  delete session.activeTeamId
  const signed = (text: object, secret = t.ctx.config.secrets[0]) =>
    write({
      session: { session, user },
      expiresAt,
      signature: createHmac('sha256', secret).update(JSON.stringify(text)).digest('base64url'),
    })
  await t.ctx.db.write`update "user" set "name" = 'Changed' where "id" = ${ann.id}`
  ann.jar.set(name, signed({ session, user, expiresAt }))
  const response = await ann.get('/get-session')
  expect([response.at('user', 'name'), response.body]).toMatchObject(['Ann', { session: { activeTeamId: null } }])
  ann.jar.set(name, signed({ session, user, expiresAt }, 'another secret'))
  expect((await ann.get('/get-session')).at('user', 'name')).toBe('Changed')
})

test('serves get-session until the cache expires or the caller disables it', async () => {
  const ann = await t.signUp()
  await t.ctx.db.write`update "user" set "name" = 'Changed' where "id" = ${ann.id}`
  expect((await ann.get('/get-session')).at('user', 'name')).toBe('Ann')
  expect((await ann.get('/get-session?disableCookieCache=true')).at('user', 'name')).toBe('Changed')
  const second = await t.signUp()
  await t.ctx.db.write`delete from "session" where "token" = ${second.token}`
  expect((await second.get('/get-session')).at('user', 'id')).toBe(second.id)
  expect((await second.get('/list-sessions')).status).toBe(401)
  t.clock.advance(301)
  expect((await ann.get('/get-session')).at('user', 'name')).toBe('Changed')
  await t.ctx.db.write`update "user" set "name" = 'Changed again' where "id" = ${ann.id}`
  expect((await ann.get('/get-session')).at('user', 'name')).toBe('Changed')
})

test('returns the same bytes as the database, also the second time', async () => {
  const ann = await t.signUp({ name: 'Änn "Ö" \\' })
  const texts = []
  for (const query of ['?disableCookieCache=true', '', '']) {
    const response = await ann.get(`/get-session${query}`)
    texts.push([response.text, response.headers['content-type']])
  }
  expect(texts).toEqual([texts[0], texts[0], texts[0]])
})

test('ignores a forged cookie and reads the database', async () => {
  const [ann, bob] = [await t.signUp(), await t.signUp()]
  const rightful = ann.jar.get(name) ?? ''
  const own = read(rightful)
  const victim = read(bob.jar.get(name))
  expect((await bob.get('/get-session')).at('user', 'id')).toBe(bob.id) // it is known to be rightly signed
  const forgeries = [
    write({ ...victim, signature: own['signature'] }),
    write({ ...own, session: { ...Object(own['session']), user: Object(victim['session']).user } }),
    write({ ...own, expiresAt: Number(own['expiresAt']) + 1 }),
    bob.jar.get(name) ?? '', // rightly signed, but of another session
    'garbage',
    '',
  ]
  for (const [index, forgery] of forgeries.entries()) {
    ann.jar.set(name, rightful)
    expect((await ann.get('/get-session')).at('user', 'name')).toBe('Ann') // this one, too
    await t.ctx.db.write`update "user" set "name" = ${`Ann ${index}`} where "id" = ${ann.id}`
    ann.jar.set(name, forgery)
    expect((await ann.get('/get-session')).at('user', 'name')).toBe(`Ann ${index}`)
    ann.jar.set(name, forgery)
    expect((await ann.post('/update-user', { name: 'Ann' })).status).toBe(200)
  }
  expect((await bob.get('/get-session')).at('user', 'name')).toBe('Ann')
})

test('is ignored without the session cookie', async () => {
  const ann = await t.signUp()
  ann.jar.delete('better-auth.session_token')
  expect((await ann.get('/get-session')).text).toBe('null')
})

test('is rewritten when the user changes', async () => {
  const ann = await t.signUp()
  await ann.post('/update-user', { name: 'Anna' })
  expect((await ann.get('/get-session')).at('user', 'name')).toBe('Anna')
})

test('skips a user that is too large for a cookie, and still signs in', async () => {
  const ann = await t.signUp()
  const image = `https://cdn.test/${'ä'.repeat(2000)}`
  const response = await ann.post('/update-user', { image })
  expect(response.setCookies).toContain('better-auth.session_data=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax')
  expect((await ann.get('/get-session')).at('user', 'image')).toBe(image)
})
