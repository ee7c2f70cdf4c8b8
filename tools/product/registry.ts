import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from 'database/unavailable.ts'
import { makeRegistryRole } from 'registry/storage/make-role.ts'

/** Returns null, after a warning, on failure. `isOurs`: the server belongs to this data folder. */
export async function prepareRegistryRole(
  databaseUrl: string,
  dataDir: string,
  isOurs: boolean,
): Promise<string | null> {
  const password = await keptPassword(join(dataDir, 'registry-password'))
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

async function keptPassword(file: string): Promise<string> {
  await writeFile(file, randomBytes(24).toString('hex'), { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
  return readFile(file, 'utf8')
}
