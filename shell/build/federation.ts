import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { sharing } from '@rspack/core'
import { baseFederation } from 'remote-tools/build/base-config'
import { eagerModules, lazyModules } from 'remote-tools/build/shared'
import { z } from 'zod'

const kitFolder = fileURLToPath(new URL('.', import.meta.resolve('kit/package.json')))
const partsWithStyles = fileURLToPath(new URL('../src/federation/kit-parts.ts', import.meta.url))
const packageSchema = z.object({ version: z.string(), exports: z.record(z.string(), z.string()) })

// Older versions of kit are compatibility layers (`kit/compat/<version>/`) on top of the current
// one, so that all remotes share one session, router and set of texts. Pages load them on demand.
export function federation(folder: string, kit: string = kitFolder) {
  return [
    new sharing.ProvideSharedPlugin({ provides: providedModules(folder, kit), enhanced: true }),
    new ModuleFederationPlugin({
      ...baseFederation,
      name: 'shell',
      manifest: false,
      experiments: { provideExternalRuntime: true, optimization: { disableSnapshot: true, target: 'web' } },
    }),
  ]
}

/** Relative paths keep the build the same in any folder. */
function providedModules(folder: string, kit: string) {
  const { version, exports } = packageSchema.parse(JSON.parse(readFileSync(join(kit, 'package.json'), 'utf8')))
  const pathOf = (shareKey: string): string | undefined => {
    if (!shareKey.startsWith('kit')) return fileURLToPath(import.meta.resolve(shareKey))
    const own = exports[shareKey.replace(/^kit/, '.')]
    return own && (shareKey === 'kit/parts' ? partsWithStyles : join(kit, own))
  }
  const current = Object.entries({ ...eagerModules, ...lazyModules }).flatMap(([shareKey, facade]) => {
    const path = pathOf(shareKey)
    const eager = Object.hasOwn(eagerModules, shareKey)
    return path === undefined ? [] : [[path, { ...facade, version, shareKey, eager }] as const]
  })
  const older = layersOf(kit).map(
    ({ path, ...layer }) => [path, { ...layer, requiredVersion: false as const }] as const,
  )
  const provides = [...current, ...older].map(([path, options]) => [`./${relative(folder, path)}`, options] as const)
  return Object.fromEntries(provides)
}

function layersOf(kit: string) {
  const compat = join(kit, 'compat')
  const versions = existsSync(compat) ? readdirSync(compat) : []
  const files = { kit: 'index.ts', 'kit/graphql': 'graphql.ts', 'kit/parts': 'parts.ts' }
  return versions
    .flatMap((version) =>
      Object.entries(files).map(([shareKey, file]) => ({ shareKey, version, path: join(compat, version, file) })),
    )
    .filter(({ path }) => existsSync(path))
}
