import { afterAll, beforeEach, expect, test } from 'vitest'
import { makeVersion } from 'registry/testing/make-version.ts'
import { startReports } from './testing/start-reports.ts'

const { shell, other, urls, restAuth, operator, report, stop } = await startReports()
afterAll(stop)

const remote = 'mf-one'
await shell.publish(remote, { routes: [{ path: '/one/:id', access: 'public' }] }, '1.0.0')
await other.registry.refresh()

const own = { remote, version: '1.0.0' }
const failure = { ...own, phase: 'render', route: '/one/:id', error: 'TypeError', frames: ['assets/remote.js:1:7'] }

const saved = async () => {
  await shell.tally.save()
  await other.tally.save()
  return {
    health: await shell.ctx.db.read<{ isProved: boolean; visitors: number; failed: number; vitals: number[] }[]>`
      select "isProved", length(replace("visitors"::text, '0', '')) as "visitors",
        length(replace("failedVisitors"::text, '0', '')) as "failed", to_jsonb("vitals") as "vitals"
      from "health" order by "isProved"`,
    failures: await shell.ctx.db.read`
      select "phase", "route", "error", to_jsonb("frames") as "frames", "times"::int from "failure" order by "firstAt", "error"`,
  }
}
beforeEach(() => shell.ctx.db.write`delete from "failure"`)

test('counts users with a proved email once on all servers, others by network', async () => {
  for (const server of [0, 1])
    for (let times = 0; times < 3; times += 1) {
      for (const user of ['ann', 'bob']) await report({ views: [own] }, { user, server })
      await report({ views: [own] }, { user: 'unproved1', server })
      await report({ failures: [failure] }, { user: 'ann', server })
      await report({ failures: [failure] }, { user: 'unproved2', address: '192.0.2.99', server })
    }
  expect(restAuth.asked).toBe(8)
  const { health, failures } = await saved()
  expect(health).toMatchObject([
    { isProved: false, visitors: 1, failed: 1 },
    { isProved: true, visitors: 2, failed: 1 },
  ])
  // Each server believes a user and a network once.
  expect(failures).toEqual([
    { phase: 'render', route: '/one/:id', error: 'TypeError', frames: ['assets/remote.js:1:7'], times: 4 },
  ])
})

test('stores no text that a report invents', async () => {
  await report(
    { failures: [{ ...failure, error: 'Ann Lovelace', route: '/one/ann@example.com', frames: ['assets/ann.js:1:1'] }] },
    { user: 'cat' },
  )
  await report({ failures: [{ ...failure, frames: ['../../etc/x.js:1:1'], error: 'RangeError' }] }, { user: 'cat' })
  expect((await saved()).failures).toMatchObject([
    { route: '', error: 'Error', frames: [] },
    { route: '/one/:id', error: 'RangeError', frames: [] },
  ])
})

test('keeps a hundred kinds of failures of a version, and twenty of each source', async () => {
  for (let n = 0; n < 8; n += 1)
    for (let line = 1; line <= 25; line += 1)
      await report({ failures: [{ ...failure, frames: [`assets/remote.js:${n}${line}:1`] }] }, { user: `inventor${n}` })
  const { failures } = await saved()
  expect(failures).toHaveLength(100)
  const [before] = failures
  await report({ failures: [{ ...failure, ...before }] }, { user: 'dan' })
  expect((await saved()).failures).toContainEqual({ ...before, times: 2 })
})

test('adds up vitals of pages, each user’s once in five minutes', async () => {
  for (const [user, lcp] of [
    ['eve', 400],
    ['eve', 9000],
    ['fay', 2400],
    ['gil', 99_999],
  ] as const)
    await report({ vitals: { ...own, lcp, inp: 40, cls: 0 } }, { user })
  const { health } = await saved()
  const vitals = health.find(({ isProved }) => isProved)?.vitals ?? []
  expect(vitals.slice(0, 10)).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 0, 1])
  expect(vitals.slice(10, 12)).toEqual([3, 0])
})

test('counts guests when they open a page, which reports nothing itself', async () => {
  await shell.ctx.db.write`delete from "health"`
  const headers = { accept: 'text/html', 'x-forwarded-for': '198.51.100.7' }
  expect((await fetch(`${urls[0]}/one/7`, { headers })).status).toBe(200)
  const { health } = await saved()
  expect(health).toMatchObject([{ isProved: false, visitors: expect.any(Number), failed: expect.any(Number) }])
})

test('counts from scratch after a move, and keeps reports while the database fails', async () => {
  await shell.publish(remote, { routes: [{ path: '/one/:id', access: 'public' }] }, '1.1.0')
  await other.registry.refresh()
  await shell.ctx.db.write`alter table "health" rename to "gone"`
  await report({ views: [{ ...own, version: '1.1.0' }], failures: [{ ...failure, version: '1.1.0' }] }, { user: 'ann' })
  await shell.tally.save()
  await shell.ctx.db.write`alter table "gone" rename to "health"`
  const { failures } = await saved()
  expect(failures).toMatchObject([{ times: 1 }])
  const rows = await shell.ctx.db.read`select "since" = "movedAt" as "isSinceMove" from "health" h
    join "channel" c on c."name" = h."name" and c."channel" = 'stable' where h."version" = '1.1.0'`
  expect(rows).toEqual([{ isSinceMove: true }])
  expect(shell.log.filter((line) => line.includes('reports of pages not saved'))).toHaveLength(1)
})

/** Its first character is that of line 3 in the source. */
const map = JSON.stringify({ version: 3, names: [], sources: ['src/app/pages/list.tsx'], mappings: 'AAEA' })
const read = async (path: string, headers: object = operator) => {
  const { statusCode, payload } = await shell.app.inject({ url: `/registry${path}`, headers: { ...headers } })
  return { status: statusCode, body: JSON.parse(payload) }
}

async function publishMapped(version: string, maps: Record<string, string> = { 'assets/entry.js': map }) {
  const description = { owner: 'team@example.com' }
  await shell.send({ ...makeVersion({ name: 'mf-mapped', version, description }), maps })
  await other.registry.refresh()
  return { remote: 'mf-mapped', version, phase: 'late', frames: ['assets/entry.js:1:2'] }
}

test('tells the owner each kind of failure once, with the line in the source, and keeps the source map private', async () => {
  const mapped = await publishMapped('1.0.0')
  restAuth.isMailDown = true
  for (const server of [0, 1]) await report({ failures: [mapped] }, { user: 'ann', server })
  await Promise.all([shell.tally.save(), other.tally.save()])
  expect(restAuth.notices).toEqual([])
  restAuth.isMailDown = false
  await Promise.all([shell.tally.save(), other.tally.save()])
  expect(restAuth.notices).toEqual([
    {
      event: 'failed',
      owner: 'team@example.com',
      remote: 'mf-mapped',
      version: '1.0.0',
      error: 'Error',
      phase: 'late',
      route: '',
      line: 'src/app/pages/list.tsx:3',
    },
  ])
  await report({ failures: [mapped] }, { user: 'bob' })
  await shell.tally.save()
  expect(restAuth.notices).toHaveLength(1)
  const { body } = await read('/remotes/mf-mapped/health')
  expect(body).toMatchObject({
    versions: [
      {
        version: '1.0.0',
        users: { visitors: 2, failed: 2 },
        failures: [{ times: 3, sourceLines: ['src/app/pages/list.tsx:3'] }],
      },
    ],
  })
  expect((await read('/remotes/mf-mapped')).body.health).toEqual([
    { version: '1.0.0', visitors: 2, failed: 2, kinds: 1 },
  ])
  const file = (path: string) => shell.app.inject({ url: `/remotes/mf-mapped/1.0.0/${path}` })
  expect((await file('assets/entry.js')).statusCode).toBe(200)
  expect((await file('assets/entry.js.map')).statusCode).toBe(404)
  const headers = { accept: 'text/html', host: '127.0.0.1:3000' }
  const page = await shell.app.inject({ url: '/mf-mapped', headers })
  expect(page.payload).toContain('mf-mapped')
  expect(page.payload).not.toContain('team@example.com')
})

test('tells an owner again whom another server may not have told before it ended', async () => {
  const mapped = await publishMapped('1.0.1')
  restAuth.notices.length = 0
  restAuth.isMailDown = true
  await report({ failures: [mapped] }, { user: 'ann' })
  await shell.tally.save()
  restAuth.isMailDown = false
  const claimed = (seconds: number) => shell.ctx.db.write`
    update "failure" set "claimedAt" = now() - make_interval(secs => ${seconds}) where "version" = '1.0.1'`
  await claimed(50)
  await other.tally.save()
  await shell.tally.save()
  expect(restAuth.notices).toEqual([])
  await claimed(61)
  // Followed up only if something was reported.
  await report({ failures: [mapped] }, { user: 'bob' })
  await Promise.all([shell.tally.save(), other.tally.save()])
  expect(restAuth.notices).toMatchObject([{ version: '1.0.1' }])
})

test('tells an owner of at most ten kinds of a version', async () => {
  restAuth.notices.length = 0
  const mapped = await publishMapped('1.1.0', {})
  for (let line = 1; line <= 15; line += 1) {
    const another = { ...mapped, frames: [`assets/entry.js:${line}:1`] }
    await report({ failures: [another] }, { user: 'ann' })
    await shell.tally.save()
  }
  expect(restAuth.notices).toHaveLength(10)
  expect(restAuth.notices[0]).toMatchObject({ line: 'assets/entry.js:1:1' })
})

test('rejects source maps with sources, too many, or malformed ones', async () => {
  for (const text of ['{', map.replace('AAEA', '<script>'), JSON.stringify({ ...JSON.parse(map), names: ['secret'] })])
    await expect(publishMapped('2.0.0', { 'assets/entry.js': text })).rejects.toThrow('is malformed')
  await publishMapped('2.0.0', {
    'assets/entry.js': JSON.stringify({ ...JSON.parse(map), sourcesContent: ['the source'] }),
    'assets/none.js': map,
  })
  const files = await shell.ctx.db.read<{ path: string; text: string }[]>`
    select "path", convert_from("content", 'utf8') as "text" from "version_file" join "file" using ("integrity")
    where "name" = 'mf-mapped' and "version" = '2.0.0' and "path" like '%.map'`
  expect(files).toEqual([{ path: 'assets/entry.js.map', text: map }])
})

test('shows the health of a remote to its tokens and operators only', async () => {
  const { payload } = await shell.app.inject({
    method: 'POST',
    url: '/registry/tokens',
    headers: operator,
    payload: { name: 'mf-one' },
  })
  const token = { authorization: `Bearer ${JSON.parse(payload).token}` }
  expect((await read('/remotes/mf-one/health', token)).status).toBe(200)
  expect((await read('/remotes/mf-mapped/health', token)).body).toMatchObject({ code: 'FORBIDDEN' })
  expect((await read('/remotes/mf-mapped/health', {})).status).toBe(401)
})
