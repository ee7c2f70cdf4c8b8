import { buildSchema, findBreakingChanges } from 'graphql'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findKitBreaks, listKitExports } from './kit-exports.ts'
import { findRestBreaks } from './rest-breaks.ts'

const root = resolve(import.meta.dirname, '../..')
const releases = join(root, 'docs/releases')

/** What others build on, as text: the GraphQL schema, the OpenAPI documents of rest-auth and registry, and what remotes import from kit. */
export interface Snapshot {
  graphql: string
  rest: string
  registry: string
  kit: string
}

const fileNames = { graphql: 'schema.graphql', rest: 'openapi.json', registry: 'registry.json', kit: 'kit.txt' }

/** The GraphQL schema of the tree as it is now. */
export const takeSchema = (): string => readFileSync(join(root, 'gateway/schema.graphql'), 'utf8')

/** The tree as it is now. */
export function takeSnapshot(): Snapshot {
  return {
    graphql: takeSchema(),
    rest: readFileSync(join(root, 'rest-auth/generated/openapi.json'), 'utf8'),
    registry: readFileSync(join(root, 'shell/generated/openapi.json'), 'utf8'),
    kit: listKitExports(),
  }
}

export function readSnapshot(version: string): Snapshot {
  const read = (name: string): string => readFileSync(join(releases, version, name), 'utf8')
  const isThere = existsSync(join(releases, version, fileNames.registry)) // not before 1.5.0
  const registry = isThere ? read(fileNames.registry) : '{"paths":{}}'
  return { graphql: read(fileNames.graphql), rest: read(fileNames.rest), registry, kit: read(fileNames.kit) }
}

/** Writes what `commit` released, and answers the folder. */
export function writeSnapshot(
  version: string,
  { graphql, rest, registry, kit }: Snapshot,
  commit: string,
  packageHash: string,
): string {
  const folder = join(releases, version)
  mkdirSync(folder)
  writeFileSync(join(folder, fileNames.graphql), graphql)
  writeFileSync(join(folder, fileNames.rest), rest)
  writeFileSync(join(folder, fileNames.registry), registry)
  writeFileSync(join(folder, fileNames.kit), kit)
  writeFileSync(join(folder, packageFile), `${packageHash}\n`)
  writeFileSync(join(folder, 'commit.txt'), `${commit}\n`)
  return folder
}

const packageFile = 'kit-package.txt'

/** sha256 of the package `kit` that a release handed out; null for those before 1.5.0. */
export function readPackageHash(version: string): string | null {
  const file = join(releases, version, packageFile)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}

/** All versions that were released, the last one at the end. */
export function releasedVersions(): string[] {
  const versions = readdirSync(releases, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return versions.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
}

/** Every change after which somebody who relied on the first snapshot may no longer work with the second. */
export function findBreaks(before: Snapshot, now: Snapshot): string[] {
  const graphql = findBreakingChanges(buildSchema(before.graphql), buildSchema(now.graphql))
  return [
    ...graphql.map(({ description }) => `GraphQL: ${description}`),
    ...findRestBreaks(JSON.parse(before.rest), JSON.parse(now.rest)).map((each) => `REST: ${each}`),
    ...findRestBreaks(JSON.parse(before.registry), JSON.parse(now.registry)).map((each) => `registry: ${each}`),
    ...findKitBreaks(before.kit, now.kit).map((each) => `kit: ${each}`),
  ]
}
