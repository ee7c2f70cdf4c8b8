import { describe, expect, test } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { testPassword } from '../testing/test-password.ts'

const t = await startTestApp()
const invalid = { code: 'INVALID_SESSION_TOKEN', message: 'Invalid session token' }
const deviceCookie = (token: string) => `better-auth.session_token_multi-${token.toLowerCase()}`

/** Signs several users in to one browser, one after the other. The last one is active. */
async function signInTogether(count: number) {
  const browser = t.browser()
  const people: { id: string; token: string }[] = []
  for (let i = 0; i < count; i++) {
    const { email, id } = await t.signUp()
    const response = await browser.post('/sign-in/email', { email, password: testPassword })
    people.push({ id, token: response.at('token') })
    t.clock.advance(1)
  }
  return { browser, people }
}

const activeUser = async (browser: Browser) => {
  const response = await browser.get('/get-session')
  return response.body === null ? null : response.at('user', 'id')
}
const listed = async (browser: Browser) => {
  const { body } = await browser.get('/multi-session/list-device-sessions')
  return Array.isArray(body) ? body.map((entry) => Object(entry).user.id) : []
}

describe('GET /multi-session/list-device-sessions', () => {
  test('returns each signed-in user once', async () => {
    const { browser, people } = await signInTogether(3)
    expect(await listed(browser)).toEqual(people.map(({ id }) => id))
    const response = await browser.get('/multi-session/list-device-sessions')
    expect(response.body).toContainEqual((await browser.get('/get-session')).body)
    expect((await t.get('/multi-session/list-device-sessions')).body).toEqual([])
  })

  test('omits expired sessions and cookies that we did not sign', async () => {
    const { browser, people } = await signInTogether(1)
    const victim = await t.signUp()
    browser.jar.set(deviceCookie(victim.token), victim.token)
    browser.jar.set(deviceCookie('other'), 'x.y')
    expect(await listed(browser)).toEqual([people[0]?.id])
    t.clock.advance(8 * 86_400)
    expect(await listed(browser)).toEqual([])
  })

  test('forgets ended sessions to make room for others', async () => {
    const { browser, people } = await signInTogether(4)
    const ended = people[0]?.token ?? ''
    await t.ctx.db.write`delete from "session" where "token" = ${ended}`
    const response = await browser.get('/multi-session/list-device-sessions')
    expect(response.setCookies).toEqual([`${deviceCookie(ended)}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`])
    const { email, id } = await t.signUp()
    await browser.post('/sign-in/email', { email, password: testPassword })
    expect(await listed(browser)).toContain(id)
  })

  test('sets at most four device cookies', async () => {
    const { browser } = await signInTogether(6)
    expect([...browser.jar.keys()].filter((name) => name.includes('_multi-'))).toHaveLength(4)
  })
})

describe('POST /multi-session/set-active', () => {
  test('requires a signed cookie, and uses its content', async () => {
    const { browser } = await signInTogether(1)
    const victim = await t.signUp()
    const refused = async () => {
      const response = await browser.post('/multi-session/set-active', { sessionToken: victim.token })
      expect(response.outcome).toEqual([401, invalid])
    }
    await refused()
    browser.jar.set(deviceCookie(victim.token), `${victim.token}.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA%3D`)
    await refused()
    const empty = await browser.post('/multi-session/set-active', {})
    expect(empty.body).toEqual({ code: 'VALIDATION_ERROR', message: 'Invalid body parameters' })
  })

  test('clears the cookie of an ended session', async () => {
    const { browser, people } = await signInTogether(2)
    const token = people[0]?.token ?? ''
    await t.ctx.db.write`delete from "session" where "token" = ${token}`
    const response = await browser.post('/multi-session/set-active', { sessionToken: token })
    expect(response.outcome).toEqual([401, invalid])
    expect(response.setCookies).toEqual([`${deviceCookie(token)}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`])
  })
})

describe('POST /multi-session/revoke', () => {
  test('ends a session, and switches to the next if it was the active one', async () => {
    const { browser, people } = await signInTogether(3)
    const [first, second, third] = people
    expect((await browser.post('/multi-session/revoke', { sessionToken: second?.token })).body).toEqual({
      status: true,
    })
    expect(await activeUser(browser)).toBe(third?.id)
    await browser.post('/multi-session/revoke', { sessionToken: third?.token })
    expect(await activeUser(browser)).toBe(first?.id)
    const last = await browser.post('/multi-session/revoke', { sessionToken: first?.token })
    expect(last.setCookies).toHaveLength(4)
    expect(browser.jar.size).toBe(0)
    expect(
      await t.ctx.db.read`select 1 from "session" where "token" = any(${people.map(({ token }) => token)})`,
    ).toHaveLength(0)
  })

  test("cannot end someone else's session", async () => {
    const { browser } = await signInTogether(1)
    const victim = await t.signUp()
    browser.jar.set(deviceCookie(victim.token), victim.token)
    const response = await browser.post('/multi-session/revoke', { sessionToken: victim.token })
    expect(response.outcome).toEqual([401, invalid])
    expect(await activeUser(victim)).toBe(victim.id)
  })
})

test('shows someone who signed in twice by the current session, and signs them out of both', async () => {
  const { browser, people } = await signInTogether(2)
  const [first, second] = people
  const { email } = await t.signUp()
  for (const password of [testPassword, testPassword]) {
    await browser.post('/sign-in/email', { email, password })
    t.clock.advance(1)
  }
  const current = (await browser.get('/get-session')).body
  expect((await browser.get('/multi-session/list-device-sessions')).body).toContainEqual(current)
  expect(await listed(browser)).toHaveLength(3)
  await browser.post('/multi-session/revoke', { sessionToken: Object(current).session.token })
  expect(await listed(browser)).toEqual([first?.id, second?.id])
  expect(await activeUser(browser)).toBe(first?.id)
})

test('ends all sessions of this browser at sign-out', async () => {
  const { browser, people } = await signInTogether(2)
  await browser.post('/sign-out')
  expect(browser.jar.size).toBe(0)
  expect(
    await t.ctx.db.read`select 1 from "session" where "token" = any(${people.map(({ token }) => token)})`,
  ).toHaveLength(0)
})
