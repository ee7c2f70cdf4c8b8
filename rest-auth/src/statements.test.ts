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
  expect(await statementsOf(() => browser.get('/organization/list'))).toBe(1)
  expect(await statementsOf(() => browser.post('/sign-out'))).toBe(2)
  expect(await statementsOf(() => browser.get('/get-session'))).toBe(0)
})

test('reads of organizations take no statement beside the session, whatever their size; other calls one', async () => {
  await browser.post('/sign-up/email', { email: 'owner@x.test', name: 'Ann', password: testPassword })
  expect(await statementsOf(() => browser.post('/organization/create', { name: 'x', slug: 'x' }))).toBe(2)
  const reads = ['list', 'get-full-organization', 'list-members', 'list-invitations', 'list-teams', 'get-active-member']
  const counts = []
  for (const path of reads) counts.push([path, await statementsOf(() => browser.get(`/organization/${path}`))])
  expect(Object.fromEntries(counts)).toEqual({
    list: 1,
    'get-full-organization': 1,
    'list-members': 2,
    'list-invitations': 2,
    'list-teams': 2,
    'get-active-member': 2,
  })
  await app.close()
})
