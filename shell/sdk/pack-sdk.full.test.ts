import { text } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { extract } from 'tar-stream'
import { beforeAll, expect, test } from 'vitest'
import { packSdk } from './pack-sdk.ts'
import { specifiersOf } from './sources.ts'

// See also tools/shipping-a-remote.full.test.ts, and tools/product/same-build.full.test.ts.

const files = new Map<string, string>()

beforeAll(async () => {
  const { content } = await packSdk()
  const archive = extract()
  archive.end(gunzipSync(content))
  for await (const entry of archive) {
    files.set(entry.header.name.replace('package/', ''), await text(entry))
  }
})

test('is JavaScript with declarations and references nothing of this repository', () => {
  const scripts = [...files].filter(([name]) => name.endsWith('.js') || name.endsWith('.d.ts'))
  expect(scripts.length).toBeGreaterThan(150)
  expect([...files.keys()].filter((name) => /(?<!\.d)\.tsx?$/.test(name) && !name.includes('/templates/'))).toEqual([])
  for (const [name, code] of scripts) {
    // `remote new` replaces the package name when it copies a template.
    const named = specifiersOf(name, name.includes('/templates/') ? code.replaceAll("'remote-tools/", "'kit/") : code)
    expect(
      named.filter((each) => /^(rest-auth|gateway|registry|contract|remote-tools|service|database)(\/|$)/.test(each)),
      name,
    ).toEqual([])
    const relative = named.filter((each) => /^\.\.?\/.*\.\w+$/.test(each))
    for (const each of relative)
      expect(files.has(new URL(each, `file:///${name}`).pathname.slice(1)), `${name}: ${each}`).toBe(true)
  }
})

test('has all exports, with exact versions of their dependencies', () => {
  const { exports, dependencies, peerDependencies } = JSON.parse(files.get('package.json') ?? '')
  const targets = Object.values<string | object>(exports).flatMap((target) =>
    typeof target === 'string' ? target : Object.values<string>({ ...target }),
  )
  expect(exports).not.toHaveProperty(['./shell'])
  for (const target of targets) expect([...files.keys()], target).toContainEqual(matching(target))
  for (const version of Object.values({ ...dependencies, ...peerDependencies }))
    expect(version).toMatch(/^\d+\.\d+\.\d+/)
})

test('describes remote.json to editors', () => {
  const { properties } = JSON.parse(files.get('remote.schema.json') ?? '')
  expect(Object.keys(properties)).toEqual(
    expect.arrayContaining(['name', 'routes', 'places', 'navigation', 'permissions']),
  )
  expect(properties.routes.items.properties.access.enum).toEqual(['public', 'guest', 'user'])
})

const matching = (target: string) =>
  expect.stringMatching(new RegExp(`^${target.slice(2).replaceAll('.', '\\.').replace('*', '.+')}$`))
