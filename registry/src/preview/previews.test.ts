import { sql } from 'database/sql.ts'
import { randomBytes } from 'node:crypto'
import { createTestDatabase } from 'database/testing/test-database.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { unpublish } from '../channel/roll-back.ts'
import type { RegistryContext } from '../context.ts'
import { connectRegistry } from '../storage/open-registry.ts'
import { confirmPreview, createPreview, createPreviewLink, leavePreviews, readPreview } from './previews.ts'
import { findOverrides } from './preview-overrides.ts'
import { findBuildFile, sendBuild } from './preview-builds.ts'
import { hashSecret } from 'service/secret.ts'
import { publishVersion } from '../publish/publish.ts'
import { RegistryRefusal } from '../http/refusal.ts'
import { makeVersion } from '../testing/make-version.ts'

let ctx: RegistryContext
let end: () => Promise<void>
let now = new Date()
beforeAll(async () => {
  const testDatabase = await createTestDatabase()
  const database = connectRegistry({ DATABASE_URL: testDatabase.url })
  ctx = { database, db: database, now: () => now }
  end = () => database.end().then(() => testDatabase.drop())
})
afterAll(() => end())

const hour = 3_600_000
const later = (time: number) => (now = new Date(now.getTime() + time))
const operator = { who: 'operator' }
const withToken = (id: string) => ({ who: 'a token', token: { id, publicKey: null, hold: async () => {} } })
const codeOf = (refused: Promise<unknown>) =>
  refused.then(
    () => 'done',
    (error: unknown) => (error instanceof RegistryRefusal ? error.code : String(error)),
  )
let name: string
beforeEach(async () => {
  name = `mf-${randomBytes(6).toString('hex')}`
  await publishVersion(ctx, { ...makeVersion({ name, version: '1.0.0' }), channel: 'next' }, operator)
})
const shown = async (browser: string, userId: string | null) =>
  (await findOverrides(ctx, browser, async () => userId)).map(({ document }) => `${document.name} ${document.version}`)
const confirmed = async (userId: string, browser: string | null = null) => {
  const { id } = await createPreview(ctx, { name, version: '1.0.0' }, operator)
  return { id, ...(await confirmPreview(ctx, id, { userId, browser })) }
}

describe('the address of a pull request', () => {
  const publish = (version: string, channel = 'pr-7') =>
    publishVersion(ctx, { ...makeVersion({ name, version }), channel }, operator)
  const link = () => createPreviewLink(ctx, { name, channel: 'pr-7' }, operator)
  const confirmAs = (userId: string, id: string, version: string, browser: string | null = null) =>
    confirmPreview(ctx, id, { userId, browser, version })

  test('stays the same, and shows each reader who confirms it the version that the channel has then', async () => {
    expect(await codeOf(link())).toBe('CHANNEL_NOT_FOUND')
    await publish('1.1.0-pr')
    const [{ id }, other] = await Promise.all([link(), link()])
    expect(other.id).toBe(id)
    later(48 * hour)
    const ann = await confirmAs('ann', id, '1.1.0-pr')
    const bob = await confirmAs('bob', id, '1.1.0-pr')
    await publish('1.2.0-pr')
    expect((await link()).id).toBe(id)
    expect(await readPreview(ctx, id)).toMatchObject({ version: '1.2.0-pr', channel: 'pr-7' })
    // Nothing newer than they have confirmed.
    for (const [user, { browser }] of Object.entries({ ann, bob }))
      expect(await shown(browser, user)).toEqual([`${name} 1.1.0-pr`])
    const again = await confirmAs('ann', id, '1.2.0-pr', ann.browser)
    expect(await shown(again.browser, 'ann')).toEqual([`${name} 1.2.0-pr`])
    later(8 * hour)
    expect(await shown(again.browser, 'ann')).toEqual([])
  })

  test('does not run a version that the reader has not seen on the page', async () => {
    await publish('1.1.0-pr')
    const { id } = await link()
    await publish('1.2.0-pr')
    expect(await codeOf(confirmAs('ann', id, '1.1.0-pr'))).toBe('OTHER_VERSION')
    expect(await codeOf(confirmPreview(ctx, id, { userId: 'ann', browser: null }))).toBe('OTHER_VERSION')
  })

  test('ends with its channel, its version and the token that asked for it', async () => {
    await publish('1.1.0-pr')
    const { id } = await link()
    await unpublish(ctx, name, '1.1.0-pr', operator)
    expect(await codeOf(readPreview(ctx, id))).toBe('PREVIEW_NOT_FOUND')
    await publish('1.2.0-pr')
    expect((await readPreview(ctx, id)).version).toBe('1.2.0-pr')
    await ctx.db.write`delete from "channel" where "name" = ${name} and "channel" = 'pr-7'`
    expect(await codeOf(confirmAs('ann', id, '1.2.0-pr'))).toBe('PREVIEW_NOT_FOUND')
  })
})

describe('a preview', () => {
  test('is confirmed by one of several concurrent users', async () => {
    const { id } = await createPreview(ctx, { name, version: '1.0.0' }, operator)
    const all = Array.from({ length: 8 }, (_, user) =>
      confirmPreview(ctx, id, { userId: `user ${user}`, browser: null }),
    )
    const codes = await Promise.all(all.map(codeOf))
    expect(codes.filter((code) => code === 'done')).toHaveLength(1)
    expect(new Set(codes)).toEqual(new Set(['done', 'PREVIEW_NOT_FOUND']))
    expect(await codeOf(readPreview(ctx, id))).toBe('PREVIEW_NOT_FOUND')
  })

  test('can be confirmed within fifteen minutes, and then lasts eight hours', async () => {
    const { id } = await createPreview(ctx, { name, version: '1.0.0' }, operator)
    later(hour / 4)
    expect(await codeOf(confirmPreview(ctx, id, { userId: 'ann', browser: null }))).toBe('PREVIEW_NOT_FOUND')
    const { browser } = await confirmed('ann')
    later(8 * hour - 1)
    expect(await shown(browser, 'ann')).toHaveLength(1)
    later(1)
    expect(await shown(browser, 'ann')).toEqual([])
  })

  test('of an unpublished version cannot be created or confirmed, and ends', async () => {
    const { browser } = await confirmed('ann')
    const { id } = await createPreview(ctx, { name, version: '1.0.0' }, operator)
    await unpublish(ctx, name, '1.0.0', operator)
    expect(await shown(browser, 'ann')).toEqual([])
    expect(await codeOf(confirmPreview(ctx, id, { userId: 'ann', browser: null }))).toBe('PREVIEW_NOT_FOUND')
    expect(await codeOf(createPreview(ctx, { name, version: '1.0.0' }, operator))).toBe('VERSION_UNPUBLISHED')
    expect(await codeOf(createPreview(ctx, { name, version: '9.0.0' }, operator))).toBe('VERSION_NOT_FOUND')
  })

  test("gives the browser a new secret, and keeps the same user's other previews", async () => {
    const first = await confirmed('ann')
    const other = `${name}-other`
    await publishVersion(ctx, makeVersion({ name: other, version: '2.0.0' }), operator)
    const { id } = await createPreview(ctx, { name: other, version: '2.0.0' }, operator)
    const { browser } = await confirmPreview(ctx, id, { userId: 'ann', browser: first.browser })
    expect(browser).not.toBe(first.browser)
    expect(await shown(first.browser, 'ann')).toEqual([])
    expect(await shown(browser, 'ann')).toEqual([`${name} 1.0.0`, `${other} 2.0.0`])
    // The last preview of a remote replaces earlier ones.
    const again = await confirmed('ann', browser)
    expect(await shown(again.browser, 'ann')).toHaveLength(2)
    // Previews of another user are not kept: that user may have planted the secret.
    const bob = await confirmed('bob', again.browser)
    expect(await shown(bob.browser, 'ann')).toEqual([])
  })

  test('can be left alone or with all others of the browser', async () => {
    const { browser, id } = await confirmed('ann')
    await leavePreviews(ctx, randomBytes(32).toString('base64url'), id)
    expect(await shown(browser, 'ann')).toHaveLength(1)
    await leavePreviews(ctx, browser)
    expect(await shown(browser, 'ann')).toEqual([])
  })

  test('ends with the token that created it', async () => {
    const token = { id: `t-${name}`, hash: randomBytes(32), name, rights: ['override'], createdBy: 'operator' }
    await ctx.db.write`insert into "token" ${sql({ ...token, expiresAt: new Date(now.getTime() + hour) })}`
    const { id } = await createPreview(ctx, { name, version: '1.0.0' }, withToken(token.id))
    const { browser } = await confirmPreview(ctx, id, { userId: 'ann', browser: null })
    expect(await shown(browser, 'ann')).toHaveLength(1)
    await ctx.db.write`update "token" set "revokedAt" = ${now} where "id" = ${token.id}`
    expect(await shown(browser, 'ann')).toEqual([])
    await ctx.db.write`update "token" set "revokedAt" = null where "id" = ${token.id}`
    later(hour)
    expect(await shown(browser, 'ann')).toEqual([])
  })

  test('is limited to a hundred per remote', async () => {
    const create = () => codeOf(createPreview(ctx, { name, version: '1.0.0' }, operator))
    for (let made = 0; made < 99; made++) await create()
    expect((await Promise.all([create(), create()])).toSorted()).toEqual(['LIMIT_REACHED', 'done'])
    later(hour / 4)
    expect(await create()).toBe('done')
  })
})

describe('the builds of a developer', () => {
  const build = (files: Record<string, string>) =>
    makeVersion({ name, version: '1.1.0', files: { 'assets/entry.js': 'entry()', ...files } })
  const startDev = async () => {
    const { id } = await createPreview(ctx, { name, version: null }, operator)
    const { browser } = await confirmPreview(ctx, id, { userId: 'ann', browser: null })
    const read = async (path: string, secret = browser) =>
      (await findBuildFile(ctx, id, hashSecret(secret), path))?.content.toString()
    return { id, browser, read }
  }

  test('replace each other in their browser, with the files of earlier ones', async () => {
    const { id, browser, read } = await startDev()
    expect(await shown(browser, 'ann')).toEqual([])
    expect(await sendBuild(ctx, id, build({ 'assets/a.js': 'a()' }), operator)).toBe(1)
    expect(await shown(browser, 'ann')).toEqual([`${name} 1.1.0`])
    const next = build({ 'assets/b.js': 'b()' })
    const { files } = build({})
    const unchanged = Object.keys(files)
    const sent = Object.fromEntries(Object.entries(next.files).filter(([hash]) => !unchanged.includes(hash)))
    expect(await sendBuild(ctx, id, { ...next, files: sent }, operator)).toBe(2)
    expect([await read('assets/entry.js'), await read('assets/a.js'), await read('assets/b.js')]).toEqual([
      'entry()',
      'a()',
      'b()',
    ])
    expect(await read('assets/b.js', 'y'.repeat(43))).toBeUndefined()
    await leavePreviews(ctx, browser)
    expect(await read('assets/b.js')).toBeUndefined()
  })

  test('never become a version or a part of one', async () => {
    const { id } = await startDev()
    await sendBuild(ctx, id, build({ 'assets/a.js': `a(${Math.random()})` }), operator)
    const request = build({ 'assets/a.js': `a(${Math.random()})` })
    await sendBuild(ctx, id, request, operator)
    expect(await codeOf(publishVersion(ctx, { ...request, files: {} }, operator))).toBe('FILES_MISSING')
    expect(await codeOf(createPreview(ctx, { name, version: '1.1.0' }, operator))).toBe('VERSION_NOT_FOUND')
  })

  test('are rejected unless they are complete, signed and of the same remote', async () => {
    const { id, browser } = await startDev()
    const request = build({ 'assets/a.js': 'a()' })
    const [integrity = ''] = Object.keys(request.files)
    const evil = { ...request.files, [integrity]: Buffer.from('evil()').toString('base64') }
    expect(await codeOf(sendBuild(ctx, id, { ...request, files: evil }, operator))).toBe('INVALID_VERSION')
    expect(await codeOf(sendBuild(ctx, id, { ...request, files: {} }, operator))).toBe('FILES_MISSING')
    expect(
      await codeOf(sendBuild(ctx, id, { ...request, document: request.document.replace('1.1.0', '1.1.1') }, operator)),
    ).toBe('INVALID_SIGNATURE')
    const foreign = makeVersion({ name: `${name}-other`, version: '1.0.0' })
    expect(await codeOf(sendBuild(ctx, id, foreign, operator))).toBe('INVALID_VERSION')
    expect(await codeOf(sendBuild(ctx, 'unknown', request, operator))).toBe('PREVIEW_NOT_FOUND')
    expect(await codeOf(sendBuild(ctx, id, request, withToken('another')))).toBe('PREVIEW_NOT_FOUND')
    await sendBuild(ctx, id, request, operator)
    expect(await shown(browser, 'ann')).toEqual([`${name} 1.1.0`])
    // A forged row has an invalid signature.
    await ctx.db.write`update "preview" set "signed" = replace("signed", '1.1.0', '1.1.1') where "id" = ${id}`
    expect(await shown(browser, 'ann')).toEqual([])
  })

  test('keep the files of the last twenty', async () => {
    const { id, read } = await startDev()
    for (let count = 0; count < 22; count++)
      await sendBuild(ctx, id, build({ [`assets/${count}.js`]: `${count}` }), operator)
    expect([await read('assets/0.js'), await read('assets/1.js')]).toEqual([undefined, '1'])
  })
})
