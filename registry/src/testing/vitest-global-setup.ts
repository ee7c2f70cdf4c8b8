import { templateUrlVariable } from 'database/testing/test-database.ts'
import { migrateRegistry } from '../storage/open-registry.ts'

/** Adds the registry's tables to the template of test databases. */
export default async function setup(): Promise<void> {
  await migrateRegistry({ DATABASE_URL: process.env[templateUrlVariable] })
}
