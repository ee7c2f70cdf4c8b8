// `node scripts/publish.ts mf-invoices`: makes the builds of these folders live in the registry of DATA_DIR or REGISTRY_DATABASE_URL.
import { generateKeyPairSync } from 'node:crypto'
import { join, resolve } from 'node:path'
import { keepEmbeddedDatabase } from 'database/embedded.ts'
import { describeBuild, withContentVersion } from '../kit/build/version-document.ts'
import { signDocument } from '../kit/command/sign.ts'
import { connectRegistry, migrateRegistry } from '../shell/server/registry/open-registry.ts'
import { publishVersion } from '../shell/server/registry/publish.ts'
import { prepareRegistryRole } from './product/registry.ts'
import { dataFolder } from './product/settings.ts'

const root = resolve(import.meta.dirname, '..')
const dataDir = dataFolder(process.env)
const { REGISTRY_DATABASE_URL: given } = process.env
const embedded = given ? null : await keepEmbeddedDatabase(dataDir, () => {})
const made = embedded && (await prepareRegistryRole(embedded.url, dataDir, { isOurs: true, warn: console.error }))
const settings = { REGISTRY_DATABASE_URL: given ?? made ?? '' }
await migrateRegistry(settings)
const database = connectRegistry(settings)
const ctx = { database, sql: database.sql, now: () => new Date() }
const { privateKey } = generateKeyPairSync('ed25519')
for (const name of process.argv.slice(2)) {
  const build = await describeBuild(join(root, name), name)
  const document = withContentVersion(build.document)
  const files = Object.fromEntries([...build.files].map(([key, content]) => [key, content.toString('base64')]))
  const signed = signDocument(JSON.stringify(document), privateKey)
  await publishVersion(ctx, { ...signed, files, channel: 'stable' }, { who: 'npm start' })
  console.log(`${name} ${document.version}`)
}
await database.end()
await embedded?.stop()
