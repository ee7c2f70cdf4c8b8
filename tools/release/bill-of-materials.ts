import { execFileSync } from 'node:child_process'
import product from 'account-platform/package.json' with { type: 'json' }

/**
 * Writes a CycloneDX file by the lockfile. Packages marked as development took part in the
 * build, and those of kit are in pages.
 */
export function writeBillOfMaterials(file: string): void {
  const parts = ['rest-auth', 'gateway', 'shell', 'mf-*'].flatMap((name) => ['--filter', `${name}...`])
  const options = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--lockfile-only', '--out', file]
  execFileSync('npx', ['--yes', product.packageManager, ...parts, 'sbom', ...options], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}
