// Compares what every call reads with 1,000,000 users and with 100: pages, rows and bytes must not
// grow.
//   npm run bench -- size [part of a name …]    SIZE_FOLDER=<folder> keeps the databases, EXPLAIN=1 logs plans
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { connect } from 'database/connect.ts'
import { startEmbeddedDatabase } from 'database/embedded.ts'
import { administer, replaceDatabase } from 'database/testing/test-database.ts'
import { hashPassword, migrateDatabase } from 'rest-auth/testing/measuring'
import { password, restCalls } from './calls.ts'
import { compare, type Row } from './compare.ts'
import { measurements } from './measurements.ts'
import { startSubject } from './subject.ts'
import { big, seed, small, type Size } from './seed.ts'

const wanted = process.argv.slice(2)
const explain =
  process.env['EXPLAIN'] === '1'
    ? `load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_analyze = on; set auto_explain.log_buffers = on`
    : ''
const kept = process.env['SIZE_FOLDER']
const folder = kept === undefined ? await mkdtemp(join(tmpdir(), 'bench-size-')) : resolve(kept)
const isSeeded = existsSync(join(folder, 'postgres-18'))
const postgres = await startEmbeddedDatabase(folder, { durable: false })

async function prepare(name: string, size: Size): Promise<string> {
  const url = replaceDatabase(postgres.url, name)
  if (!isSeeded) await administer(postgres.url, `create database ${name}`)
  const migrated = connect(url, { connections: 2 })
  await migrateDatabase(migrated)
  await migrated.end()
  const database = connect(url, { connections: 1 })
  // Autovacuum would read and count beside the measurement.
  if (!isSeeded) {
    await seed(database, size, await hashPassword(password), (line) => size === big && console.log(line))
    await database.unsafe(`alter system set autovacuum = off`)
    await database.write`select pg_reload_conf()`
  } else await database.unsafe('vacuum analyze')
  await database.end()
  return url
}

try {
  const subjects = {
    // Plans like the large one, which never scans a table sequentially.
    small: await startSubject(await prepare('small', small), 'set enable_seqscan = off'),
    big: await startSubject(await prepare('big', big), explain),
  }
  const all = await measurements(subjects.small)
  const asked = all
    .filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
    // Last, because the dead rows that they leave slow down later calls.
    .toSorted((a, b) => Number(a.call.grows !== undefined) - Number(b.call.grows !== undefined))
  console.log('\n| call | pages | | | rows | | ms | | bytes | |\n|---|---|---|---|---|---|---|---|---|---|')
  const rows: Row[] = []
  for (const one of asked) {
    const row = await compare(one, subjects).catch((error: unknown): Row => {
      const text = error instanceof Error ? error.message : String(error)
      return { name: one.name, text: `| ${one.name} | | | | | | | | | | fails`, problem: text }
    })
    rows.push(row)
    console.log(row.text)
  }
  const growing = rows.filter(({ problem }) => problem)
  const left = Object.entries(restCalls).flatMap(([name, why]) =>
    typeof why === 'string' ? [`  ${name}: ${why}`] : [],
  )
  console.log(`\n${rows.length} calls; not measured:\n${left.join('\n')}`)
  console.log(growing.map(({ name, problem }) => `${name}: ${problem}`).join('\n'))
  process.exitCode = growing.length > 0 ? 1 : 0
  await Promise.all([subjects.small.stop(), subjects.big.stop()])
} finally {
  await postgres.stop()
  if (kept === undefined) await rm(folder, { recursive: true })
}
