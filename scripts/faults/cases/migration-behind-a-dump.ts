import { connect } from 'database/connect.ts'
import { migrate } from 'database/migrate.ts'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Fault } from '../fault.ts'

let end: () => Promise<void> = async () => {}

export default {
  name: 'next release migrates behind a dump',
  async begin({ postgres }) {
    const folder = await mkdtemp(join(tmpdir(), 'fault-migration-'))
    await writeFile(join(folder, '0001-of-tomorrow.sql'), 'alter table "mail" add column "ofTomorrow" text;')
    const [dump, migrator] = [connect(postgres.url, { connections: 1 }), connect(postgres.url, { connections: 2 })]
    const isDumping = Promise.withResolvers<void>()
    const isDumped = Promise.withResolvers<void>()
    const dumping = dump.begin(async (sql) => {
      await sql`lock table "mail" in access share mode`
      isDumping.resolve()
      await isDumped.promise
    })
    await isDumping.promise
    const migrating = migrate(migrator, pathToFileURL(`${folder}/`))
    end = async () => {
      isDumped.resolve()
      await Promise.all([dumping, migrating])
      await Promise.all([dump.end(), migrator.end(), rm(folder, { recursive: true })])
    }
  },
  end: () => end(),
  answers: 'all',
  isTold: false,
  backWithin: 2,
} satisfies Fault
