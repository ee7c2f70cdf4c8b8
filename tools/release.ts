// `npm run release -- 2.4.0`: records the interfaces of this commit in docs/releases/2.4.0.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import product from 'account-platform/package.json' with { type: 'json' }
import { packSdk } from 'shell/sdk/pack-sdk'
import { mustRun } from './checks/run.ts'
import { writeBillOfMaterials } from './release/bill-of-materials.ts'
import { findProblems } from './release/find-problems.ts'
import { folderOf, lastRelease, releases } from './release/last-release.ts'
import { writeSchemaChangelog } from './release/schema-changes.ts'
import { readPackageHash, readSnapshot, takeSnapshot, writeSnapshot } from './release/snapshot.ts'

const version = process.argv[2] ?? ''
const snapshot = takeSnapshot()
const changelog = await readFile(resolve(import.meta.dirname, '../CHANGELOG.md'), 'utf8')
const kitChangelog = await readFile(resolve(import.meta.dirname, '../packages/kit/CHANGELOG.md'), 'utf8')
const packageHash = createHash('sha256')
  .update((await packSdk()).content)
  .digest('hex')
const problems = findProblems({
  version,
  own: product.version,
  last: lastRelease,
  changelog,
  before: readSnapshot(),
  now: snapshot,
  kitChangelog,
  packages: { before: readPackageHash(), now: packageHash },
})
if ((await mustRun('git', ['status', '--porcelain'])) !== '') problems.push('There are uncommitted changes.')
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}

const commit = (await mustRun('git', ['rev-parse', 'HEAD'])).trim()
const schemaChanges = await writeSchemaChangelog(version) // moves unreleased changes below the version
writeSnapshot(version, snapshot, commit, packageHash)
writeBillOfMaterials(join(folderOf(version), 'bom.json'))
await mustRun('git', ['add', '--all', releases, schemaChanges])
await mustRun('git', ['commit', '--message', `Record release ${version}`])
console.log(`Released ${version} as commit ${commit}. Next: git tag v${version} ${commit}`)
