import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { VersionLock, LockedRemote, PageLock } from 'contract/version-lock.ts'
import { makeVersion } from 'registry/testing/make-version.ts'
import { type Shell, startShell } from './testing/start-shell.ts'
import { moveChannel } from 'registry/channel/channels.ts'
import { rollBack, unpublish } from 'registry/channel/roll-back.ts'
import { publishVersion } from 'registry/publish/publish.ts'

let shell: Shell
let name: string
const who = { who: 'a test' }

beforeAll(async () => {
  shell = await startShell()
})
afterAll(() => shell.stop())
beforeEach(() => {
  name = `mf-${randomBytes(6).toString('hex')}`
})

const containerOf = (version: string) => `${name.replaceAll('-', '_')}__${version.replaceAll(/\W/g, '')}`
const publish = async (version: string, more: object = {}, channel = 'stable') => {
  const files = { 'assets/entry.js': `entry('${name} ${version}')` }
  const made = makeVersion({ name, version, container: containerOf(version), files, ...more })
  await publishVersion(shell.ctx, { ...made, channel }, who)
  await shell.registry.refresh()
  return made
}
const lockOf = async (cookie = ''): Promise<PageLock> => {
  const { body } = await shell.app.inject({ url: `/${name}`, headers: cookie ? { cookie } : {} })
  return JSON.parse(/<script id="lock"[^>]*>(.*?)<\/script>/s.exec(body)?.[1] ?? '')
}
const own = ({ remotes }: VersionLock): LockedRemote | undefined => remotes.find((remote) => remote.name === name)
const shown = async (cookie?: string) => {
  const remote = own(await lockOf(cookie))
  return [remote?.version, remote?.lastGood?.version]
}

describe('the fallback version in the version lock', () => {
  test('is the previous version of the channel, complete, for its own page and all others', async () => {
    const { files } = await publish('1.0.0')
    expect(await shown()).toEqual(['1.0.0', undefined])
    await publish('1.1.0')
    const lock = await lockOf()
    const expected = {
      version: '1.0.0',
      container: containerOf('1.0.0'),
      entry: `/remotes/${name}/1.0.0/assets/entry.js`,
      integrity: Object.keys(files)[0],
    }
    expect(own(lock)).toMatchObject({ version: '1.1.0', container: containerOf('1.1.0'), lastGood: expected })
    const rest: VersionLock = (await shell.app.inject(lock.rest.url)).json()
    expect(own(rest)?.lastGood).toEqual(expected)
    expect((await shell.app.inject(expected.entry)).statusCode).toBe(200)
  })

  test('is the target of a rollback, never an unpublished or rolled-back version', async () => {
    for (const version of ['1.0.0', '1.1.0', '1.2.0', '1.3.0']) await publish(version)
    await unpublish(shell.ctx, name, '1.2.0', who)
    await shell.registry.refresh()
    expect(await shown()).toEqual(['1.3.0', '1.1.0'])
    await rollBack(shell.ctx, name, 'stable', who)
    await shell.registry.refresh()
    expect(await shown()).toEqual(['1.1.0', '1.0.0'])
    await unpublish(shell.ctx, name, '1.0.0', who)
    await shell.registry.refresh()
    expect(await shown()).toEqual(['1.1.0', undefined])
  })

  test('of a canary is the version of the other browsers', async () => {
    for (const version of ['1.0.0', '1.1.0']) await publish(version)
    await publish('1.2.0', {}, 'next')
    await moveChannel(shell.ctx, name, 'stable', { version: '1.2.0', percent: 50 }, who)
    await shell.registry.refresh()
    const seen = await Promise.all(
      Array.from({ length: 40 }, () => shown(`visitor=${randomBytes(16).toString('base64url')}`)),
    )
    expect(new Set(seen.map(String))).toEqual(new Set(['1.2.0,1.1.0', '1.1.0,1.0.0']))
  })

  test('of a canary is absent if other browsers get no version', async () => {
    await publish('1.0.0', {}, 'next')
    await moveChannel(shell.ctx, name, 'stable', { version: '1.0.0', percent: 99 }, who)
    await shell.registry.refresh()
    const seen = await Promise.all(
      Array.from({ length: 10 }, () => shown(`visitor=${randomBytes(16).toString('base64url')}`)),
    )
    expect(seen).toContainEqual(['1.0.0', undefined])
  })

  test('is absent if the live shell cannot run it or if it claims another remote’s path', async () => {
    await publish('1.0.0', { description: { needs: { kit: '^0.1' } } })
    await publish('1.1.0')
    expect(await shown()).toEqual(['1.1.0', undefined])
    await publish('1.2.0', { container: containerOf('1.1.0') })
    expect(await shown()).toEqual(['1.2.0', undefined])
  })
})

test('rejects a container that is not named after its remote', async () => {
  const plain = name.replaceAll('-', '_')
  for (const container of ['mf_other__1', 'location', `${plain}__<`, plain, undefined])
    await expect(publish('1.0.0', { container })).rejects.toThrow(/container/)
})
