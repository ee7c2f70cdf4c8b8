import { afterAll, expect, test } from 'vitest'
import { buildApp } from './app.ts'
import { createBrowser } from './testing/browser.ts'
import { startTestApp, testOrigin } from './testing/start-test-app.ts'
import { testPassword } from './testing/test-password.ts'
import { countStatements } from './testing/statements.ts'

const t = await startTestApp({ RATE_LIMIT_ENABLED: 'true' })
const counted = countStatements(t.ctx)
const app = await buildApp(counted.ctx)
const browser = createBrowser(app, '/api/auth', testOrigin)
afterAll(() => app.close())

/** How many statements a call takes. */
async function statementsOf(call: () => Promise<{ status: number }>): Promise<number> {
  counted.statements.length = 0
  expect((await call()).status).toBe(200)
  return counted.statements.length
}

test('takes one statement for get-session, five for sign-in (with its limits), two for sign-out', async () => {
  const { email } = await t.signUp()
  expect(await statementsOf(() => browser.post('/sign-in/email', { email, password: testPassword }))).toBe(5)
  expect(await statementsOf(() => browser.get('/get-session'))).toBe(1)
  expect(await statementsOf(() => browser.get('/organization/list'))).toBe(1)
  expect(await statementsOf(() => browser.post('/sign-out'))).toBe(2)
  expect(await statementsOf(() => browser.get('/get-session'))).toBe(0)
})

test('reads organizations in the statement of the session, and other calls with one more', async () => {
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
})

test('prepares get-session once and reuses it', async () => {
  t.clock.advance(11)
  const ann = await t.signUp()
  for (let times = 0; times < 3; times++) await ann.get('/get-session')
  const prepared = await t.ctx.db.read<{ uses: number }[]>`
    select (generic_plans + custom_plans)::int as "uses" from pg_prepared_statements
    where "statement" like '%, "session" s join "user" u%where s."token" = $2 and %'`
  expect(prepared.map(({ uses }) => uses).filter((uses) => uses >= 3)).toHaveLength(1)
})

test('has an index for every foreign key', async () => {
  const left = await t.ctx.db.read<{ name: string }[]>`
    select c."conname" as "name" from pg_constraint c
    where c."contype" = 'f' and not exists (
      select from pg_index i join pg_attribute a on a."attrelid" = i."indrelid" and a."attnum" = i."indkey"[0]
      where i."indrelid" = c."conrelid" and a."attnum" = c."conkey"[1]
        and coalesce(pg_get_expr(i."indpred", i."indrelid"), '') in ('', format('(%I IS NOT NULL)', a."attname")))`
  expect(left.map(({ name }) => name)).toEqual([])
})
