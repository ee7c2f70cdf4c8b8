// `node scripts/publish.ts mf-invoices`: makes the builds of these folders live in the registry of DATA_DIR or REGISTRY_DATABASE_URL.
import { keepEmbeddedDatabase } from 'database/embedded.ts'
import { prepareRegistryRole, publishBuilds } from './product/registry.ts'
import { dataFolder } from './product/settings.ts'

const dataDir = dataFolder(process.env)
const embedded = process.env['REGISTRY_DATABASE_URL'] ? null : await keepEmbeddedDatabase(dataDir, () => {})
const url =
  process.env['REGISTRY_DATABASE_URL'] ??
  (await prepareRegistryRole(embedded?.url ?? '', dataDir, { isOurs: true, warn: console.error }))
for (const line of await publishBuilds(process.argv.slice(2), url ?? '')) console.log(line)
await embedded?.stop()
