// @vitest-environment node
import * as federation from '@module-federation/runtime-core'
import { createContext, runInContext } from 'node:vm'
import { beforeAll, expect, test } from 'vitest'
import { sources } from '../testing/base-remote.ts'
import { buildRemote } from '../testing/build-remote.ts'
import type { Build } from './version-document.ts'

let [one, again, other]: Build[] = []
beforeAll(async () => {
  const changed = sources['src/remote.css'].replace('red', 'blue')
  one = await buildRemote(sources)
  again = await buildRemote(sources)
  other = await buildRemote({ ...sources, 'src/remote.css': changed })
})

const contents = (build: Build | undefined, path: RegExp) =>
  Object.entries(build?.document.files ?? {})
    .filter(([name]) => path.test(name))
    .map(([, { integrity }]) => String(build?.files.get(integrity)))

test('names a container by its content', () => {
  const names = [one, again, other].map((build) => build?.document.container)
  expect(names[0]).toMatch(/^mf_one__[0-9a-f]{13}$/)
  expect(names[1]).toBe(names[0])
  expect(names[2]).toMatch(/^mf_one__[0-9a-f]{13}$/)
  expect(names[2]).not.toBe(names[0])
})

test('shares no global name between two builds', () => {
  const self: Record<string, unknown> = {}
  const page = createContext(
    Object.assign(self, {
      self,
      window: self,
      location: new URL('http://localhost/'),
      document: { currentScript: { tagName: 'SCRIPT', src: 'http://localhost/assets/entry.js' } },
      _FEDERATION_RUNTIME_CORE: federation,
    }),
  )
  const left = [one, other].map((build) => {
    const known = new Set(Object.keys(self))
    for (const script of contents(build, /remoteEntry/)) runInContext(script, page)
    return Object.keys(self).filter((key) => !known.has(key))
  })
  const [first = [], second = []] = left
  expect(first).toContain(one?.document.container)
  expect(first.filter((key) => /Chunk/.test(key))).toHaveLength(1)
  expect(second).toHaveLength(first.length)
  expect(second.every((key) => key.includes(other?.document.container?.split('__')[1] ?? '?'))).toBe(true)
})

test('replaces the placeholder everywhere, and keeps the names of classes', () => {
  expect(contents(one, /./).filter((text) => text.includes('versionhash'))).toEqual([])
  expect(contents(one, /\.css$/).join()).toMatch(/\.mf_one-big-/)
})
