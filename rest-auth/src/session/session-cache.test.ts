import { expect, test } from 'vitest'
import { createHmac } from 'node:crypto'
import { startTestApp } from '../testing/start-test-app.ts'

const t = await startTestApp({ SESSION_COOKIE_CACHE_MAX_AGE: '300' })
const name = 'better-auth.session_data'

const read = (cookie: string | undefined): Record<string, unknown> =>
  Object(JSON.parse(Buffer.from(String(cookie), 'base64url').toString()))
const write = (payload: object) => Buffer.from(JSON.stringify(payload)).toString('base64url')

test('the cookie holds session and user, signed', async () => {
  const ann = await t.signUp()
  const answer = await ann.get('/get-session')
  const cookie = ann.jar.get(name)
  expect(cookie).toMatch(/^[\w-]+$/)
  const { session, expiresAt, signature } = read(cookie)
  expect(session).toEqual(answer.body)
  expect(expiresAt).toBe(t.clock.now().getTime() + 300_000)
  const text = JSON.stringify({ ...Object(session), expiresAt })
  expect(signature).toBe(createHmac('sha256', t.ctx.config.secrets[0]).update(text).digest('base64url'))
})

test('get-session answers from it, until it expires or the caller asks otherwise', async () => {
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

test('it answers what the database would, to the byte, the second time as the first', async () => {
  const ann = await t.signUp({ name: 'Änn "Ö" \\' })
  const texts = []
  for (const query of ['?disableCookieCache=true', '', '']) {
    const answer = await ann.get(`/get-session${query}`)
    texts.push([answer.text, answer.headers['content-type']])
  }
  expect(texts).toEqual([texts[0], texts[0], texts[0]])
})

test('a forged one is ignored: the database is read', async () => {
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

test('without the session cookie it is nothing', async () => {
  const ann = await t.signUp()
  ann.jar.delete('better-auth.session_token')
  expect((await ann.get('/get-session')).text).toBe('null')
})

test('changes of the user rewrite it', async () => {
  const ann = await t.signUp()
  await ann.post('/update-user', { name: 'Anna' })
  expect((await ann.get('/get-session')).at('user', 'name')).toBe('Anna')
})

test('a user too large for a cookie is not cached, and signs in all the same', async () => {
  const ann = await t.signUp()
  const image = `https://cdn.test/${'ä'.repeat(2000)}`
  const answer = await ann.post('/update-user', { image })
  expect(answer.setCookies).toContain('better-auth.session_data=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax')
  expect((await ann.get('/get-session')).at('user', 'image')).toBe(image)
})
