import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '../connect.ts'
import { startEmbeddedDatabase } from '../embedded.ts'
import { migrate } from '../migrate.ts'
import { administer, templateUrlVariable, replaceDatabase } from './test-database.ts'

const migrations = new URL('../../../../rest-auth/migrations/', import.meta.url)
const template = 'template_app'

export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[templateUrlVariable]) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'test-database-'))
  const server = await startEmbeddedDatabase(folder, { durable: false })
  await administer(server.url, `create database ${template}`)
  const url = replaceDatabase(server.url, template)
  const database = connect(url, { connections: 2 })
  await migrate(database, migrations)
  await database.end()
  process.env[templateUrlVariable] = url
  return async () => {
    delete process.env[templateUrlVariable]
    await server.stop()
    await rm(folder, { recursive: true })
  }
}
