import { expect, test } from 'vitest'
import { buildApp } from './app.ts'
import { createBrowser } from './testing/browser.ts'
import { startTestApp, testOrigin, testPassword } from './testing/start-test-app.ts'
import { countStatements } from './testing/statements.ts'

const t = await startTestApp({ RATE_LIMIT_ENABLED: 'true' })
const counted = countStatements(t.ctx)
const app = await buildApp(counted.ctx)
const browser = createBrowser(app, '/api/auth', testOrigin)

/** How many statements a call takes. */
async function statementsOf(call: () => Promise<{ status: number }>): Promise<number> {
  counted.statements.length = 0
  expect((await call()).status).toBe(200)
  return counted.statements.length
}

test('get-session takes one statement, sign-in three (with its rate limit), sign-out two', async () => {
  const { email } = await t.signUp()
  expect(await statementsOf(() => browser.post('/sign-in/email', { email, password: testPassword }))).toBe(3)
  expect(await statementsOf(() => browser.get('/get-session'))).toBe(1)
  expect(await statementsOf(() => browser.get('/organization/list'))).toBeLessThanOrEqual(2)
  expect(await statementsOf(() => browser.post('/sign-out'))).toBe(2)
  expect(await statementsOf(() => browser.get('/get-session'))).toBe(0)
})

test('a call on an organization takes one statement beside the session, whatever its size', async () => {
  await browser.post('/sign-up/email', { email: 'owner@x.test', name: 'Ann', password: testPassword })
  const create = () => browser.post('/organization/create', { name: 'x', slug: 'x' })
  expect(await statementsOf(create)).toBe(2)
  for (const path of ['list', 'get-full-organization', 'list-members', 'list-teams', 'get-active-member']) {
    expect([path, await statementsOf(() => browser.get(`/organization/${path}`))]).toEqual([path, 2])
  }
  await app.close()
})
