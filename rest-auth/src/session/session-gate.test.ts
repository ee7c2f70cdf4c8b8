import { expect, test } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { routesOf, type Route } from '../testing/routes.ts'
import { fittingCall, setScene } from '../testing/scene.ts'
import { startTestApp } from '../testing/start-test-app.ts'

const t = await startTestApp()
const routes = await routesOf(t.app)
const scene = await setScene(t)
const administrator = await t.signUp()
const { owner } = scene
const { write } = t.ctx.db

const setRole = (role: string, banned = false) =>
  write`update "user" set "role" = ${role}, "banned" = ${banned} where "id" = ${administrator.id}`
const use = (by: string, session = administrator.token) => write`
  update "session" set "impersonatedBy" = ${by}, "administratorSessionId" = (select "id" from "session" where "token" = ${session})
  where "userId" = ${owner.id}`
async function release(): Promise<void> {
  await write`update "session" set "impersonatedBy" = null, "administratorSessionId" = null where "userId" = ${owner.id}`
  await setRole('user')
}

/** Sessions that exist but must not work, with what makes them so and what lifts that. */
const refused = {
  'of a banned user': [
    () => write`update "user" set "banned" = true where "id" = ${owner.id}`,
    () => write`update "user" set "banned" = false where "id" = ${owner.id}`,
  ],
  'of a user who is banned for a day': [
    () => write`
      update "user" set "banned" = true, "banExpires" = ${t.clock.now()}::timestamptz + interval '1 day' where "id" = ${owner.id}`,
    () => write`update "user" set "banned" = false, "banExpires" = null where "id" = ${owner.id}`,
  ],
  'that a user without the role uses': [() => use(administrator.id), release],
  'that a deleted user uses': [() => use('nobody'), release],
  'that a banned administrator uses': [() => Promise.all([setRole('admin', true), use(administrator.id)]), release],
  'whose administrator has signed out': [
    () => Promise.all([setRole('admin'), use(administrator.id, 'ended')]),
    release,
  ],
} satisfies Record<string, readonly [() => Promise<unknown>, () => Promise<unknown>]>
const kinds = Object.keys(refused)

/** They start sessions, or end any by its token. */
const others = /^\/(sign-(in|up|out)|multi-session\/revoke|passkey\/(generate|verify)-authentica)/

async function send(browser: Browser, route: Route) {
  const { path, query, body } = fittingCall(scene, route)
  const { outcome, location } = await (route.method === 'GET'
    ? browser.get(path, { query })
    : browser.post(path, body, { query }))
  return { outcome, location }
}

/** Keeps its cookies, whatever a call does. */
function copyOf({ jar }: Browser, invalid = ''): Browser {
  const copy = t.browser()
  for (const [name, value] of jar) copy.jar.set(name, value + invalid)
  return copy
}

test.each(Object.entries(refused))('no call uses a session %s', async (kind, [refuse, lift]) => {
  const chosen = routes.filter(
    ({ path }, index) =>
      !others.test(path) && (process.env['TEST_FULL'] || index % kinds.length === kinds.indexOf(kind)),
  )
  await refuse()
  let refusals = 0
  for (const route of chosen) {
    const name = `${route.method} ${route.path}`
    const asNobody = await send(copyOf(owner, 'x'), route)
    expect([name, await send(copyOf(owner), route)]).toEqual([name, asNobody])
    if (asNobody.outcome[0] === 401) refusals += 1
  }
  expect(refusals).toBeGreaterThan(chosen.length / 3)
  expect((await copyOf(owner).get('/get-session')).body).toBeNull()
  await lift()
  expect((await copyOf(owner).get('/get-session')).at('user', 'id')).toBe(owner.id)
})

test('leaves out only calls that end sessions, or start them and are in ban.test.ts', () => {
  expect(routes.filter(({ path }) => others.test(path)).map(({ path }) => path)).toEqual([
    '/sign-up/email',
    '/sign-in/email',
    '/sign-in/username',
    '/sign-in/social',
    '/sign-out',
    '/multi-session/revoke',
    '/passkey/generate-authenticate-options',
    '/passkey/verify-authentication',
  ])
})
