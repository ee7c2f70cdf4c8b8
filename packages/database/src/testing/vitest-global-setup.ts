import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
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
  const folder = await makeFolder()
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

const memory = '/dev/shm'

/** In memory if Linux has room: ext4 takes 0.2 s to copy a database after others were deleted. */
async function makeFolder(): Promise<string> {
  const space = await statfs(memory).catch(() => null)
  const parent = space && space.bavail * space.bsize > 2 ** 31 ? memory : tmpdir()
  // A killed run leaves its folder.
  for (const name of await readdir(parent)) {
    const [, pid] = /^test-database-(\d+)-/.exec(name) ?? []
    if (pid && !isRunning(Number(pid))) await rm(join(parent, name), { recursive: true }).catch(() => {})
  }
  return mkdtemp(join(parent, `test-database-${process.pid}-`))
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
