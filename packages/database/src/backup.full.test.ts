import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { backUp } from './backup.ts'
import { connect } from './connect.ts'
import { startEmbeddedDatabase } from './embedded.ts'

test('copies every committed transaction whole while others are written', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'backup-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [dataDir, target] = [join(folder, 'data'), join(folder, 'copy')]
  const server = await startEmbeddedDatabase(dataDir)
  onTestFinished(() => server.stop())
  await writeFile(join(dataDir, 'auth-secret'), 'secret')
  await mkdir(join(dataDir, 'registry'))
  const database = connect(server.url, { connections: 4 })
  await database.unsafe('create table entry (number int primary key, pair int)')

  // Each transaction writes two rows. Another table comes and goes, and with it files.
  let committed = 0
  const stopping = new AbortController()
  const write = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const number = committed * 2
      await database.begin(async (db) => {
        await db.write`insert into entry values (${number}, ${number + 1})`
        await db.write`insert into entry values (${number + 1}, ${number})`
      })
      committed += 1
    }
  }
  const churn = async (): Promise<void> => {
    while (!stopping.signal.aborted)
      await database.unsafe('create table gone as select generate_series(1, 20000) as n; drop table gone')
  }
  const writing = Promise.all([write(), churn()])
  const before = committed
  await backUp(dataDir, target)
  const during = committed - before
  stopping.abort()
  await writing
  await database.end()

  await expect(backUp(dataDir, target)).rejects.toThrow('already exists')
  await expect(backUp(dataDir, join(dataDir, 'copy'))).rejects.toThrow(`is inside ${dataDir}`)
  expect((await readdir(target)).toSorted()).toEqual(['auth-secret', 'postgres-18', 'registry'])
  expect(await readFile(join(target, 'auth-secret'), 'utf8')).toBe('secret')
  expect(await readdir(folder)).toHaveLength(2)
  const restored = await startEmbeddedDatabase(target)
  onTestFinished(() => restored.stop())
  const copy = connect(restored.url, { connections: 1 })
  const [found] = await copy.read<{ rows: number; halves: number; last: number }[]>`
    select count(*)::int as "rows", max("number") as "last",
      (select count(*)::int from entry e where not exists (select from entry where "number" = e.pair)) as "halves"
    from entry`
  await copy.end()
  expect(during).toBeGreaterThan(0)
  expect(found?.halves).toBe(0)
  expect(found?.rows).toBe(Number(found?.last) + 1)
  expect(found?.rows).toBeGreaterThanOrEqual(before * 2)
})
