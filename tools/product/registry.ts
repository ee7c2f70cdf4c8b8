import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { makeRegistryRole } from 'registry/storage/make-role.ts'
import { keptSecret } from 'service/kept-secret.ts'

/** Returns null, after a warning, on failure. `isOurs`: the server belongs to this data folder. */
export async function prepareRegistryRole(
  databaseUrl: string,
  dataDir: string,
  isOurs: boolean,
): Promise<string | null> {
  const password = keptSecret(join(dataDir, 'registry-password'), () => randomBytes(24).toString('hex'))
  try {
    return await makeRegistryRole(databaseUrl, password, isOurs)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    console.error(
      `No database role for the registry could be created (${reason}), so the shell's server uses the one of DATABASE_URL. Create one and set REGISTRY_DATABASE_URL: docs/operating/install.md.`,
    )
    return null
  }
}
