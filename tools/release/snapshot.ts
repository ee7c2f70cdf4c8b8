import { buildSchema, findBreakingChanges } from 'graphql'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findKitBreaks, listKitExports } from './kit-exports.ts'
import { folderOf, lastRelease } from './last-release.ts'
import { findRestBreaks } from './rest-breaks.ts'

const root = resolve(import.meta.dirname, '../..')

const fileNames = { graphql: 'schema.graphql', rest: 'openapi.json', registry: 'registry.json', kit: 'kit.txt' }

export const takeSchema = (): string => readFileSync(join(root, 'gateway/schema.graphql'), 'utf8')

export type Snapshot = ReturnType<typeof takeSnapshot>

export function takeSnapshot() {
  return {
    graphql: takeSchema(),
    rest: readFileSync(join(root, 'rest-auth/generated/openapi.json'), 'utf8'),
    registry: readFileSync(join(root, 'registry/generated/openapi.json'), 'utf8'),
    kit: listKitExports(),
  }
}

export const readSnapshot = (): Snapshot => ({
  graphql: readLast(fileNames.graphql),
  rest: readLast(fileNames.rest),
  registry: readLast(fileNames.registry),
  kit: readLast(fileNames.kit),
})

const readLast = (name: string): string => readFileSync(join(folderOf(lastRelease), name), 'utf8')

/** Replaces the snapshot of the previous release. */
export function writeSnapshot(
  version: string,
  { graphql, rest, registry, kit }: Snapshot,
  commit: string,
  packageHash: string,
): void {
  const folder = folderOf(version)
  rmSync(folderOf(lastRelease), { recursive: true })
  mkdirSync(folder)
  const contents = {
    [fileNames.graphql]: graphql,
    [fileNames.rest]: rest,
    [fileNames.registry]: registry,
    [fileNames.kit]: kit,
    [packageFile]: `${packageHash}\n`,
    'commit.txt': `${commit}\n`,
  }
  for (const [name, content] of Object.entries(contents)) writeFileSync(join(folder, name), content)
}

const packageFile = 'kit-package.txt'

export const readPackageHash = (): string => readLast(packageFile).trim()

/** Every change that may break someone who relies on the first snapshot. */
export function findBreaks(before: Snapshot, now: Snapshot): string[] {
  const graphql = findBreakingChanges(buildSchema(before.graphql), buildSchema(now.graphql))
  return [
    ...graphql.map(({ description }) => `GraphQL: ${description}`),
    ...findRestBreaks(JSON.parse(before.rest), JSON.parse(now.rest)).map((each) => `REST: ${each}`),
    ...findRestBreaks(JSON.parse(before.registry), JSON.parse(now.registry)).map((each) => `registry: ${each}`),
    ...findKitBreaks(before.kit, now.kit).map((each) => `kit: ${each}`),
  ]
}
