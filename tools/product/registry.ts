import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeRegistryRole } from 'registry/storage/make-role.ts'

/**
 * The address of a role that sees nothing but the registry: made here with its schema, its password kept in the data folder.
 * @param isOurs whether the whole server belongs to this data folder, as the embedded one does
 * @returns null where the user of `databaseUrl` may not make it, or another one made it: `warn` is told what to do
 */
export async function prepareRegistryRole(
  databaseUrl: string,
  dataDir: string,
  { isOurs, warn }: { isOurs: boolean; warn: (line: string) => void },
): Promise<string | null> {
  const password = await keptPassword(join(dataDir, 'registry-password'))
  try {
    return await makeRegistryRole(databaseUrl, password, isOurs)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    warn(
      `The registry has no role of its own in this database (${reason}): the shell's server works as the user of DATABASE_URL. docs/operating/install.md says how to make one for REGISTRY_DATABASE_URL.`,
    )
    return null
  }
}

async function keptPassword(file: string): Promise<string> {
  await writeFile(file, randomBytes(24).toString('hex'), { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
    if (Reflect.get(Object(error), 'code') !== 'EEXIST') throw error
  })
  return readFile(file, 'utf8')
}
