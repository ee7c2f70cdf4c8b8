import { randomBytes } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createTestDatabase } from 'database/testing/test-database.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChannels } from '../channel/channels.ts'
import { readLog } from '../log/log.sql.ts'
import { moveChannel } from '../channel/channels.ts'
import { rollBack, unpublish } from '../channel/roll-back.ts'
import type { RegistryContext } from '../context.ts'
import { connectRegistry } from '../storage/open-registry.ts'
import { publishVersion } from './publish.ts'
import { readChannelState } from '../live/state.sql.ts'
import { RegistryRefusal } from '../http/refusal.ts'
import { makeVersion } from '../testing/make-version.ts'

let ctx: RegistryContext
let end: () => Promise<void>
beforeAll(async () => {
  const testDatabase = await createTestDatabase()
  const database = connectRegistry({ DATABASE_URL: testDatabase.url })
  ctx = { database, db: database, now: () => new Date() }
  end = () => database.end().then(() => testDatabase.drop())
})
afterAll(() => end())

const newName = () => `mf-${randomBytes(6).toString('hex')}`
const who = { who: 'a test' }
const publish = (name: string, version: string, files?: Record<string, string>, channel?: 'stable') =>
  publishVersion(ctx, { ...makeVersion({ name, version, ...(files && { files }) }), ...(channel && { channel }) }, who)
const codeOf = (refused: Promise<unknown>) =>
  refused.then(
    () => 'done',
    (error: unknown) => (error instanceof RegistryRefusal ? error.code : String(error)),
  )
const stable = async (name: string) => (await findChannels(ctx, name)).find(({ channel }) => channel === 'stable')

describe('a version', () => {
  test('may be published again with the same content, but not with another', async () => {
    const name = newName()
    expect((await publish(name, '1.0.0')).isNew).toBe(true)
    expect((await publish(name, '1.0.0')).isNew).toBe(false)
    expect(await codeOf(publish(name, '1.0.0', { 'assets/entry.js': 'other()' }))).toBe('VERSION_EXISTS')
    const entries = await readLog(ctx, { name, limit: 10 })
    expect(entries).toMatchObject([{ action: 'publish', to: '1.0.0', who: 'a test' }])
  })

  test('does not replace a higher one that was published to the channel at the same time', async () => {
    const name = newName()
    const versions = ['2.1.3', '2.1.0', '2.1.10', '2.1.1', '2.1.4', '2.1.2']
    const outcomes = await Promise.all(versions.map((version) => codeOf(publish(name, version, undefined, 'stable'))))
    expect((await stable(name))?.version).toBe('2.1.10')
    expect(new Set(outcomes)).toEqual(new Set(['done', 'VERSION_OLDER']))
    for (const [index, version] of versions.entries())
      if (outcomes[index] === 'VERSION_OLDER') expect(await codeOf(publish(name, version))).toBe('done')
    expect(await codeOf(publish(name, '2.1.9', undefined, 'stable'))).toBe('VERSION_OLDER')
    expect((await stable(name))?.version).toBe('2.1.10')
    // The same again, a higher one, and one for another channel.
    for (const version of ['2.1.10', '2.2.0', '2.2.0']) await publish(name, version, undefined, 'stable')
    const next = { ...makeVersion({ name, version: '2.0.0' }), channel: 'next' }
    expect((await publishVersion(ctx, next, who)).channel).toMatchObject({ version: '2.0.0' })
    // With a reason, by a promotion and by a rollback.
    const lower = { ...makeVersion({ name, version: '1.9.0' }), channel: 'stable', why: '2.2.0 is broken' }
    expect((await publishVersion(ctx, lower, who)).channel).toMatchObject({ version: '1.9.0' })
    await moveChannel(ctx, name, 'stable', { version: '2.1.0', percent: 100 }, who)
    expect((await rollBack(ctx, name, 'stable', who)).version).toBe('1.9.0')
    expect(await codeOf(publish(name, '1.9.1', undefined, 'stable'))).toBe('done')
  })

  test('follows builds of the same number in the order of publication', async () => {
    const name = newName()
    const build = (letter: string) => publish(name, `1.0.0-${letter}`, { 'assets/entry.js': letter }, 'stable')
    for (const letter of ['b', 'a', 'c']) await build(letter)
    expect((await stable(name))?.version).toBe('1.0.0-c')
    expect(await codeOf(build('a'))).toBe('VERSION_OLDER') // a late repetition
    expect((await stable(name))?.version).toBe('1.0.0-c')
    expect(await codeOf(build('c'))).toBe('done')
    expect(await codeOf(publish(name, '1.0.0', { 'assets/entry.js': 'd' }, 'stable'))).toBe('done')
  })

  test('may omit stored files, and is rejected with the names of missing ones', async () => {
    const name = newName()
    await publish(name, '1.0.0')
    const files = { 'assets/entry.js': 'entry()', 'assets/new.js': `fresh(${Math.random()})` }
    const request = makeVersion({ name, version: '1.1.0', files })
    const refused = publishVersion(ctx, { ...request, files: {} }, who)
    await expect(refused).rejects.toMatchObject({ code: 'FILES_MISSING', details: { paths: ['assets/new.js'] } })
    const { document } = request
    const fresh = Object.entries(request.files).filter(
      ([integrity]) => integrity === JSON.parse(document).files['assets/new.js'].integrity,
    )
    expect((await publishVersion(ctx, { ...request, files: Object.fromEntries(fresh) }, who)).isNew).toBe(true)
  })

  test('is rejected if the content of a file does not match its hash', async () => {
    const request = makeVersion({ name: newName(), version: '1.0.0' })
    const [integrity = ''] = Object.keys(request.files)
    const files = { ...request.files, [integrity]: Buffer.from('evil()').toString('base64') }
    expect(await codeOf(publishVersion(ctx, { ...request, files }, who))).toBe('INVALID_VERSION')
  })

  test('of the shell may not change the content of an existing path', async () => {
    await publish('shell', '8.0.0', { 'index.html': '', 'assets/app.js': 'one()', 'logo.svg': '1' })
    expect(await codeOf(publish('shell', '8.0.1', { 'index.html': '', 'assets/app.js': 'two()' }))).toBe(
      'INVALID_VERSION',
    )
    const same = { 'index.html': 'new', 'assets/app.js': 'one()', 'logo.svg': '2' }
    expect(await codeOf(publish('shell', '8.0.1', same))).toBe('done')
  })

  test('cannot be changed even directly in the database', async () => {
    const name = newName()
    await publish(name, '1.0.0')
    const changes = [
      () => ctx.db.write`update "version" set "signed" = 'x' where "name" = ${name}`,
      () => ctx.db.write`update "file" set "content" = 'x'`,
      () => ctx.db.write`update "version_file" set "path" = 'x' where "name" = ${name}`,
      () => ctx.db.write`delete from "log"`,
    ]
    for (const change of changes) await expect(change()).rejects.toThrow(/is immutable|is append-only/)
  })
})

test('compresses in a thread of low priority, and well unless a publish is large', async () => {
  const name = newName()
  const text = Array.from({ length: 5000 }, (_, index) => `line ${index * 7919} of many`).join('\n')
  const large = `${name} `.repeat(260_000)
  await publish(name, '1.0.0', { 'assets/entry.js': 'entry()', 'assets/a.js': text, 'assets/a.js.map': `${text};` })
  await publish(name, '1.1.0', { 'assets/entry.js': 'entry()', 'assets/b.js': `${text}.`, 'assets/large.bin': large })
  // Source maps are not for visitors.
  const map = { 'assets/c.js': `${text},`, 'assets/c.js.map': `${large};` }
  await publish(name, '1.2.0', { 'assets/entry.js': 'entry()', ...map })
  const rows = await ctx.db.read<{ path: string; content: Buffer; brotli: Buffer | null; gzip: Buffer }[]>`
    select "path", "content", "brotli", "gzip" from "version_file" join "file" using ("integrity") where "name" = ${name}`
  const sizeOf = (path: string) => rows.find((row) => row.path === path)?.brotli?.length ?? null
  const [best, fast, withMap] = ['a', 'b', 'c'].map((file) => sizeOf(`assets/${file}.js`) ?? 0)
  expect(best).toBeLessThan(fast ?? 0)
  expect(withMap).toBeLessThan(fast ?? 0)
  expect([sizeOf('assets/a.js.map'), sizeOf('assets/entry.js')]).toEqual([null, null])
  for (const { content, brotli, gzip } of rows.filter(({ content: { length } }) => length > 10)) {
    if (brotli) expect(brotliDecompressSync(brotli).equals(content)).toBe(true)
    expect(gunzipSync(gzip).equals(content)).toBe(true)
  }
})

test('refuses a version before it compresses any file', async () => {
  const name = newName()
  await publish(name, '1.0.0')
  const before = process.cpuUsage()
  const noise = randomBytes(1_000_000).toString('hex')
  expect(await codeOf(publish(name, '1.0.0', { 'assets/entry.js': noise }))).toBe('VERSION_EXISTS')
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(1000) // brotli takes three seconds
})

test('stores twenty concurrent publishes of one remote and of twenty', async () => {
  const shared = newName()
  const numbers = Array.from({ length: 10 }, (_, number) => number)
  const others = numbers.map(newName)
  await Promise.all([
    ...numbers.map((number) => publish(shared, `1.0.0-build.${number}`, undefined, 'stable')),
    ...others.map((name) => publish(name, '1.0.0', undefined, 'stable')),
  ])
  const channel = await stable(shared)
  const named = [...(channel?.history ?? []), channel?.version]
  expect(named.toSorted()).toEqual(numbers.map((number) => `1.0.0-build.${number}`))
  expect(channel?.revision).toBe(10)
  expect(await Promise.all(others.map(async (name) => (await stable(name))?.version))).toEqual(
    numbers.map(() => '1.0.0'),
  )
  expect(await readLog(ctx, { name: shared, limit: 100 })).toHaveLength(20)
})

test('accepts one of several concurrent publishes of the same version with different content', async () => {
  const name = newName()
  const codes = await Promise.all(
    Array.from({ length: 8 }, (_, number) => codeOf(publish(name, '1.0.0', { 'assets/entry.js': `entry(${number})` }))),
  )
  expect(codes.toSorted()).toEqual([...Array.from({ length: 7 }, () => 'VERSION_EXISTS'), 'done'])
})

describe('a channel', () => {
  test('rejects a move by a caller who has not seen the last one', async () => {
    const name = newName()
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) await publish(name, version)
    const move = (version: string, expectedRevision: number) =>
      moveChannel(ctx, name, 'stable', { version, percent: 100, expect: expectedRevision }, { who: version })
    await move('1.0.0', 0)
    const codes = await Promise.all(['1.1.0', '1.2.0'].map((version) => codeOf(move(version, 1))))
    expect(codes.toSorted()).toEqual(['CHANNEL_MOVED', 'done'])
    const winner = (await stable(name))?.version
    await expect(move('1.0.0', 1)).rejects.toMatchObject({ details: { by: winner, to: winner, revision: 2 } })
  })

  test('rolls back step by step, starting with the canary', async () => {
    const name = newName()
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) await publish(name, version, undefined, 'stable')
    await publish(name, '1.3.0')
    const rollout = await moveChannel(ctx, name, 'stable', { version: '1.3.0', percent: 10 }, who)
    expect(rollout).toMatchObject({ version: '1.2.0', canary: '1.3.0', percent: 10 })
    const back = async () => {
      const { version, canary } = await rollBack(ctx, name, 'stable', who)
      return [version, canary]
    }
    expect(await back()).toEqual(['1.2.0', null])
    expect(await back()).toEqual(['1.1.0', null])
    expect(await back()).toEqual(['1.0.0', null])
    expect(await codeOf(back())).toBe('NOTHING_BEFORE')
    const [last] = await readLog(ctx, { name, limit: 1 })
    expect(last).toMatchObject({ action: 'rollback', from: '1.1.0', to: '1.0.0' })
  })

  test('can show a new remote to a percentage of browsers, and remove it again', async () => {
    const name = newName()
    await publish(name, '1.0.0')
    const toSome = () => moveChannel(ctx, name, 'stable', { version: '1.0.0', percent: 10 }, who)
    const known = { name, channel: 'stable', version: null, canary: '1.0.0', percent: 10 }
    expect(await toSome()).toMatchObject(known)
    expect((await readChannelState(ctx)).channels).toContainEqual({
      ...known,
      before: null,
      movedAt: expect.any(String),
    })
    expect(await rollBack(ctx, name, 'stable', who)).toMatchObject({ version: null, canary: null })
    await toSome()
    expect(await unpublish(ctx, name, undefined, who)).toMatchObject([{ version: null, canary: null }])
    expect((await readChannelState(ctx)).channels.filter((channel) => channel.name === name)).toEqual([])
  })

  test('of the shell accepts no canary before it has a version', async () => {
    await publish('shell', '9.0.0', { 'index.html': '<html></html>' })
    const rollout = moveChannel(ctx, 'shell', 'next', { version: '9.0.0', percent: 10 }, who)
    expect(await codeOf(rollout)).toBe('NOTHING_BEFORE')
  })

  test('is empty after its remote was unpublished, until it is moved or rolled back', async () => {
    const name = newName()
    await publish(name, '1.0.0', undefined, 'stable')
    expect(await unpublish(ctx, name, undefined, who)).toMatchObject([{ version: null, revision: 2 }])
    expect(await rollBack(ctx, name, 'stable', who)).toMatchObject({ version: '1.0.0', revision: 3 })
  })

  test('returns to the previous version when its version is unpublished, which cannot run again', async () => {
    const name = newName()
    await publish(name, '1.0.0', undefined, 'stable')
    await publish(name, '1.1.0', undefined, 'stable')
    await unpublish(ctx, name, '1.1.0', who)
    expect(await stable(name)).toMatchObject({ version: '1.0.0' })
    expect(await codeOf(moveChannel(ctx, name, 'next', { version: '1.1.0', percent: 100 }, who))).toBe(
      'VERSION_UNPUBLISHED',
    )
    expect(await codeOf(publish(name, '1.1.0'))).toBe('VERSION_UNPUBLISHED')
    const byHand = ctx.db.write`update "channel" set "version" = '1.1.0' where "name" = ${name}`
    await expect(byHand).rejects.toThrow('cannot go live again')
  })
})
