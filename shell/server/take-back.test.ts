import { moveChannel } from 'registry/channel/channels.ts'
import { rollBack } from 'registry/channel/roll-back.ts'
import { makeVersion } from 'registry/testing/make-version.ts'
import { afterAll, expect, test } from 'vitest'
import { startReports } from './testing/start-reports.ts'

const { shell, other, restAuth, operator, report, stop } = await startReports()
afterAll(stop)
const { ctx } = shell
const who = { who: 'a team' }

let remotes = 0
const refresh = () => Promise.all([shell.registry.refresh(), other.registry.refresh()])
/** Reports of both servers are saved, and what follows is done. */
const save = () => Promise.all([shell.tally.save(), other.tally.save()])
/** Lets time pass since the last move. */
async function pass(name: string, seconds: number): Promise<void> {
  await ctx.db.write`
    update "channel" set "movedAt" = "movedAt" - make_interval(secs => ${seconds}) where "name" = ${name}`
  await refresh()
}

/** Publishes 1.0.0, which 40 users have used without a failure, then 2.0.0 by `move`. */
async function release(move: object = {}): Promise<string> {
  const name = `mf-back-${(remotes += 1)}`
  await shell.send({ ...makeVersion({ name, version: '1.0.0' }), channel: 'stable' })
  await refresh()
  for (let n = 0; n < 40; n += 1)
    await report({ views: [{ remote: name, version: '1.0.0' }] }, { user: `known${n}`, address: `10.${n}.0.1` })
  await save()
  const next = makeVersion({ name, version: '2.0.0', description: { owner: 'team@example.com' } })
  await shell.send({ ...next, channel: 'next' })
  await moveChannel(ctx, name, 'stable', { version: '2.0.0', percent: 100, ...move }, who)
  await refresh()
  return name
}

interface Visits {
  users: number
  failing: number
  phase?: string
  version?: string
  /** Makes the id of a user, or undefined for a guest. */
  user?: (n: number) => string | undefined
  address?: (n: number) => string
}

async function visit(
  name: string,
  {
    users,
    failing,
    phase = 'render',
    version = '2.0.0',
    user = (n) => `user${n}`,
    address = (n) => `10.${n}.0.1`,
  }: Visits,
) {
  const own = { remote: name, version }
  for (let n = 0; n < users; n += 1) {
    const id = user(n)
    const from = { ...(id !== undefined && { user: id }), address: address(n), server: n % 2 }
    await report({ views: [own] }, from)
    if (n < failing) await report({ failures: [{ ...own, phase }] }, from)
  }
}

const liveOf = async (name: string) => {
  const [row] = await ctx.db.read<{ version: string; canary: string | null }[]>`
    select "version", "canary" from "channel" where "name" = ${name} and "channel" = 'stable'`
  return row
}
const logOf = async (name: string) => {
  const { payload } = await shell.app.inject({ url: `/registry/log?name=${name}`, headers: operator })
  return JSON.parse(payload).entries
}

test('takes a promotion back that fails for many more users, once, with the reason, and tells owner and operator', async () => {
  const name = await release()
  await visit(name, { users: 24, failing: 12 })
  await save()
  expect(await liveOf(name), 'pages may not have reported that they work').toEqual({ version: '2.0.0', canary: null })
  await pass(name, 15)
  restAuth.notices.length = 0
  await save()
  expect(await liveOf(name)).toEqual({ version: '1.0.0', canary: null })
  await refresh()
  expect(shell.registry.state()?.page.ownerOf(`/${name}`)?.locked.version).toBe('1.0.0')
  const [entry, before] = await logOf(name)
  expect(entry).toMatchObject({
    who: 'automatic',
    action: 'rollback',
    change: '2.0.0 → 1.0.0',
    why: '12 of 24 users had failures, 0 of 40 before',
  })
  expect(before).toMatchObject({ action: 'move' })
  const told = {
    event: 'takenBack',
    owner: 'team@example.com',
    version: '2.0.0',
    before: '1.0.0',
    failed: '12/24',
    usual: '0/40',
  }
  expect(restAuth.notices).toContainEqual({ ...told, remote: name })
  const lines = [...shell.log, ...other.log].filter(
    (line) => line.includes('remote taken back') && line.includes(`"${name}"`),
  )
  expect(lines).toHaveLength(1)
  const entries = await logOf(name)
  await save()
  expect(await logOf(name)).toEqual(entries)
  expect(await liveOf(name)).toEqual({ version: '1.0.0', canary: null })
})

test('ends a rollout percentage, also by reports of guests', async () => {
  const name = await release({ percent: 10 })
  await pass(name, 15)
  await visit(name, { users: 30, failing: 0, version: '1.0.0' })
  await visit(name, { users: 24, failing: 24, user: () => undefined })
  await save()
  expect(await liveOf(name)).toEqual({ version: '1.0.0', canary: null })
  expect((await logOf(name))[0]).toMatchObject({ who: 'automatic', why: expect.stringContaining('24 of 24 networks') })
})

test.each([
  ['guests', { users: 60, failing: 60, user: () => undefined }],
  ['users without a proved email', { users: 60, failing: 60, user: (n: number) => `unproved${n}` }],
  ['one account, from many networks', { users: 60, failing: 60, user: () => 'mallory' }],
  ['one network without sessions', { users: 200, failing: 200, user: () => undefined, address: () => '10.1.0.1' }],
  ['four users of 24', { users: 24, failing: 4 }],
  ['19 users', { users: 19, failing: 19 }],
  ['a service that fails', { users: 40, failing: 40, phase: 'call' }],
  ['another version', { users: 40, failing: 40, version: '2.0.1' }],
])('does not take a promotion back because of %s', async (_, visits: Visits) => {
  const name = await release()
  await pass(name, 15)
  await visit(name, visits)
  await save()
  await save()
  expect(await liveOf(name)).toEqual({ version: '2.0.0', canary: null })
})

test('does not count a report again that is sent again, in another hour or to another server', async () => {
  const name = await release()
  await pass(name, 15)
  await visit(name, { users: 40, failing: 3 })
  for (let times = 0; times < 10; times += 1) await visit(name, { users: 3, failing: 3 })
  await save()
  await ctx.db.write`
    insert into "health" select "name", "version", "since" + interval '1 second', "isProved", "visitors", "failedVisitors", "vitals"
    from "health" where "name" = ${name} and "version" = '2.0.0'`
  await save()
  expect(await liveOf(name)).toEqual({ version: '2.0.0', canary: null })
})

test.each([
  ['a version that was promoted with --keep', { keep: true }, 20],
  ['a version promoted more than an hour ago', {}, 3601],
])('never takes back %s', async (_, move, seconds) => {
  const name = await release(move)
  await pass(name, 15)
  await visit(name, { users: 40, failing: 40 })
  await pass(name, seconds - 15)
  await save()
  expect(await liveOf(name)).toEqual({ version: '2.0.0', canary: null })
})

test('never goes back twice, nor behind what a person rolled back or unpublished', async () => {
  const name = await release()
  await shell.send({ ...makeVersion({ name, version: '3.0.0' }), channel: 'stable' })
  await rollBack(ctx, name, 'stable', who)
  await pass(name, 15)
  await visit(name, { users: 40, failing: 40 })
  await save()
  expect(await liveOf(name)).toEqual({ version: '2.0.0', canary: null })
  expect((await logOf(name))[0]).toMatchObject({ who: 'a team' })
})

test('counts from scratch after a version is promoted again', async () => {
  const name = await release()
  await pass(name, 15)
  await visit(name, { users: 24, failing: 24 })
  await save()
  expect(await liveOf(name)).toEqual({ version: '1.0.0', canary: null })
  await moveChannel(ctx, name, 'stable', { version: '2.0.0', percent: 100 }, who)
  await pass(name, 15)
  await save()
  expect(await liveOf(name)).toEqual({ version: '2.0.0', canary: null })
})
