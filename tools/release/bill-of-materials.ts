import product from 'account-platform/package.json' with { type: 'json' }
import { mustRun } from '../checks/run.ts'
import { findRemotes } from '../product/find-remotes.ts'

/**
 * Writes a CycloneDX file by the lockfile. Packages marked as development took part in the
 * build, and those of kit are in pages.
 */
export async function writeBillOfMaterials(file: string): Promise<void> {
  const parts = ['rest-auth', 'gateway', 'shell', ...findRemotes()].flatMap((name) => ['--filter', `${name}...`])
  const options = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--lockfile-only', '--out', file]
  await mustRun('npx', ['--yes', product.packageManager, ...parts, 'sbom', ...options])
}
