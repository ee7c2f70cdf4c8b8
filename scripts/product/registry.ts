import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describeBuild, withContentVersion } from '../../kit/build/version-document.ts'
import { signDocument } from '../../kit/command/sign.ts'
import { findChannels } from '../../shell/server/registry/channels.sql.ts'
import { makeRegistryRole } from '../../shell/server/registry/make-role.ts'
import { connectRegistry, migrateRegistry } from '../../shell/server/registry/open-registry.ts'
import { publishVersion } from '../../shell/server/registry/publish.ts'

const root = resolve(import.meta.dirname, '../..')

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
      `The registry has no role of its own in this database (${reason}): the shell's server works as the user of DATABASE_URL. docs/operating.md says how to make one for REGISTRY_DATABASE_URL.`,
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

/** Makes what is built in these folders live: each build that is not yet. Says what it did. */
export async function publishBuilds(names: string[], registryDatabaseUrl: string): Promise<string[]> {
  const settings = { REGISTRY_DATABASE_URL: registryDatabaseUrl }
  await migrateRegistry(settings)
  const database = connectRegistry(settings)
  const ctx = { database, sql: database.sql, now: () => new Date() }
  const { privateKey } = generateKeyPairSync('ed25519')
  const done: string[] = []
  try {
    for (const name of names) {
      const build = await describeBuild(join(root, name), name)
      const document = withContentVersion(build.document)
      const channels = await findChannels(ctx, name)
      if (channels.find(({ channel }) => channel === 'stable')?.version === document.version) continue
      const files = Object.fromEntries([...build.files].map(([key, content]) => [key, content.toString('base64')]))
      const signed = signDocument(JSON.stringify(document), privateKey)
      await publishVersion(ctx, { ...signed, files, channel: 'stable' }, { who: 'npm start' })
      done.push(`${name} ${document.version}`)
    }
  } finally {
    await database.end()
  }
  return done
}
