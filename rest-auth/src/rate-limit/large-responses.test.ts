import { request } from 'node:http'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { accessToken, cookieOf } from '../testing/access-token.ts'
import { found } from '../testing/organizations.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { countStatements, statementsWait } from '../testing/statements.ts'

const t = await startTestApp({
  RATE_LIMIT_ENABLED: 'true',
  TRUSTED_PROXIES: '127.0.0.1',
  DATABASE_REQUEST_TIMEOUT: '60',
})
const { owner } = await found(t)
const cookie = cookieOf(owner)
const counted = countStatements(t.ctx)
const app = await buildApp(counted.ctx)
const url = await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => app.close())
const connections = promisify(app.server.getConnections.bind(app.server))

/** Sends a request over its own connection. `status` resolves to null after disconnecting. */
function ask(path: string, from: string, as = cookie): { status: Promise<number | null>; hangUp: () => void } {
  const sent = request(`${url}/api/auth${path}`, { headers: { cookie: as, 'x-forwarded-for': from }, agent: false })
  const status = new Promise<number | null>((resolve) => {
    sent.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode ?? null)))
    sent.on('error', () => resolve(null))
  })
  sent.end()
  return { status, hangUp: () => void sent.destroy() }
}

/** Blocks every list until `run` is done. */
const whileListsWait = (run: () => Promise<void>) =>
  t.ctx.database.begin(async (db) => {
    await db.write`lock table "member" in access exclusive mode`
    await run()
  })

test('processes one large response per client, and small ones immediately', async () => {
  const lists: Promise<number | null>[] = []
  await whileListsWait(async () => {
    for (let times = 0; times < 5; times++) lists.push(ask('/organization/list', '198.51.100.1').status)
    await statementsWait(t, 1)
    expect(await ask('/get-session', '198.51.100.1').status).toBe(200)
    lists.push(ask('/organization/list', '198.51.100.2').status)
    await statementsWait(t, 2)
    expect(await ask('/get-session', '198.51.100.1').status).toBe(200)
    await statementsWait(t, 2)
  })
  expect(await Promise.all(lists)).toEqual(Array.from({ length: 6 }, () => 200))
})

test('serves the clients behind one IP address in turn', async () => {
  const from = '198.51.100.4'
  const other = await t.signUp()
  const otherCookie = cookieOf(other)
  const done: string[] = []
  const list = (who: string, as: string) => ask('/organization/list', from, as).status.then(() => done.push(who))
  const responses = [ask('/get-session', from).status, ask('/get-session', from, otherCookie).status]
  expect(await Promise.all(responses)).toEqual([200, 200])
  const lists: Promise<number>[] = []
  await whileListsWait(async () => {
    lists.push(list('greedy', cookie))
    await statementsWait(t, 1)
    for (let times = 0; times < 20; times++) lists.push(list('greedy', cookie))
    await expect.poll(() => connections()).toBeGreaterThan(20)
    lists.push(list('modest', otherCookie))
    await expect.poll(() => connections()).toBeGreaterThan(21)
  })
  await Promise.all(lists)
  expect(done.indexOf('modest')).toBeLessThanOrEqual(3)
})

test('queues the requests of a service by user', async () => {
  const tokens = [await accessToken(t, owner), await accessToken(t, (await found(t)).owner)]
  const lists: Promise<{ statusCode: number }>[] = []
  await whileListsWait(async () => {
    for (const token of tokens)
      for (let times = 0; times < 2; times += 1)
        lists.push(
          app.inject({
            url: '/api/auth/organization/batch?own={}',
            headers: { authorization: `Bearer ${token}` },
            remoteAddress: '198.51.100.5',
          }),
        )
    await statementsWait(t, 2)
    expect(await ask('/get-session', '198.51.100.5').status).toBe(200)
    await statementsWait(t, 2)
  })
  expect((await Promise.all(lists)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
})

test('skips disconnected clients, and continues after refusals', async () => {
  const from = '198.51.100.3'
  const responses: Promise<number | null>[] = []
  await expect.poll(() => connections()).toBe(0)
  counted.statements.length = 0
  await whileListsWait(async () => {
    responses.push(ask('/organization/list', from).status)
    await statementsWait(t, 1)
    const impatient = Array.from({ length: 20 }, () => ask('/organization/list', from))
    responses.push(ask('/organization/list', from).status)
    await expect.poll(() => connections()).toBe(22)
    for (const { hangUp } of impatient) hangUp()
    await expect.poll(() => connections()).toBe(2)
  })
  expect(await Promise.all(responses)).toEqual([200, 200])
  expect(counted.statements).toHaveLength(2)
  const paths = ['/organization/get-full-organization?organizationId=x', '/organization/list']
  const statuses = await Promise.all(paths.map((path) => ask(path, from).status))
  expect(statuses).toEqual([403, 200])
})
