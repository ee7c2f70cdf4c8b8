// @vitest-environment node
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { subset } from 'semver'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../../../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

test('names only versions of Node to teams that all packages of the SDK support', () => {
  const { engines }: { engines: { node: string } } = JSON.parse(read('packages/kit/package.json'))
  const supported = new Map<string, string>()
  const visit = (folder: string) => {
    const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    if (supported.has(folder)) return
    supported.set(folder, manifest.engines?.node ?? '*')
    for (const name of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })) {
      const found = findPackage(folder, name)
      if (found) visit(found)
    }
  }
  for (const owner of ['packages/kit', 'packages/remote-tools']) {
    const { dependencies, devDependencies }: Manifest = JSON.parse(read(`${owner}/package.json`))
    for (const name of Object.keys({ ...dependencies, ...devDependencies }))
      visit(realpathSync(resolve(root, owner, 'node_modules', name)))
  }
  expect(supported.size).toBeGreaterThan(300)
  const refusing = [...supported].filter(([, range]) => !subset(engines.node, range))
  expect(refusing).toEqual([])
  expect(read('docs/first-day.md')).toContain('You need Node 22 (22.22 or newer), 24 or 26,')
  expect(read('README.md')).toContain('This step needs Node 22 (22.22 or newer), 24 or 26;')
  expect(engines.node).toBe('^22.22.0 || ^24.0.0 || >=26.0.0')
})

interface Manifest {
  engines?: { node?: string }
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

function findPackage(folder: string, name: string): string | undefined {
  const here = join(folder, 'node_modules', name)
  if (existsSync(here)) return realpathSync(here)
  return dirname(folder) === folder ? undefined : findPackage(dirname(folder), name)
}
