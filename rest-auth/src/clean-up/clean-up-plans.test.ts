import { expect, test } from 'vitest'
import { startTestApp } from '../testing/start-test-app.ts'
import { batchText, deleteBatch, emptyText, leftovers, type Leftover, type Position } from './clean-up.sql.ts'

const t = await startTestApp()
const { db } = t.ctx
const start = new Date('2026-01-01T00:00:00Z')
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000)

/** Fills all tables with rows for the seconds `from` to `to`. */
async function fill(from: number, to: number) {
  const time = `timestamptz '2026-01-01 00:00Z' + n * interval '1 second'`
  const insert = (what: string) => db.unsafe(`insert into ${what} from generate_series(${from}, ${to}) n`)
  await insert(
    `"user" ("id", "name", "email", "createdAt", "updatedAt") select 'u' || n, 'x', n || '@x.test', ${time}, ${time}`,
  )
  await db.write`insert into "organization" ("id", "name", "slug", "createdAt") values ('o', 'o', 'o', ${start}) on conflict do nothing`
  await insert(
    `"session" ("id", "token", "userId", "expiresAt", "createdAt", "updatedAt") select n, n, 'u' || n, ${time}, ${time}, ${time}`,
  )
  await insert(`"trustedDevice" ("id", "userId", "tokenHash", "device", "ipAddress", "createdAt", "lastUsedAt", "expiresAt")
    select n, 'u' || n, n, 'x', 'x', ${time}, ${time}, ${time}`)
  await insert(`"verification" ("id", "identifier", "value", "expiresAt") select n, n, n, ${time}`)
  await insert(`"emailChange" ("userId", "newEmail", "isAgreed", "expiresAt") select 'u' || n, 'x', false, ${time}`)
  await insert(
    `"invitation" ("id", "organizationId", "email", "expiresAt", "inviterId") select n, 'o', n, ${time}, 'u' || n`,
  )
  await insert(`"rateLimit" ("key", "count", "lastRequest") select n, 1, extract(epoch from ${time}) * 1000`)
  await insert(`"mail" ("id", "to", "template", "data", "language", "createdAt", "nextAttemptAt", "sentAt")
    select n, 'x', 'x', '{}', 'en', ${time}, ${time}, ${time}`)
  await insert(`"mailRequest" ("request", "origin", "nextAttemptAt") select '{}', '{}', ${time}`)
  await insert(`"mailBudget" ("key", "usedUntil") select n, ${time}`)
  await insert(`"device" ("userId", "fingerprint", "seenAt") select 'u' || n, 'x', ${time}`)
  await insert(`"journal" ("at", "event", "kind", "actorKind") select ${time}, 'x', 'change', 'system'`)
  await insert(
    `"webhookDelivery" ("webhookId", "id", "event", "payload", "createdAt") select 'w', n, 'x', '{}', ${time}`,
  )
  await insert(`"signingKey" ("id", "privateKey", "createdAt") select n, 'x', ${time}`)
  await insert(`"picture" ("hash", "type", "content", "seenAt")
    select encode(sha256(n::text::bytea), 'hex'), 'image/png', n::text::bytea, ${time}`)
  await db.unsafe(
    `update "user" set "picture" = encode(sha256(substr("id", 2)::bytea), 'hex') where right("id", 1) < '5' and "picture" is null`,
  )
  await db.unsafe('vacuum analyze')
}

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Subplan Name'?: string
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Plan[]
}

/**
 * How many blocks a batch touches that deletes rows older than `time`, and which tables it scans.
 */
async function batch(leftover: Leftover, time: Date, last: Position | null = null) {
  const least = leftover.isNumber ? '0' : '-infinity'
  const [row] = await db.unsafe<{ 'QUERY PLAN': { Plan: Plan }[] }[]>(
    `explain (analyze, buffers, format json) ${batchText(leftover)}`,
    [time, last?.value ?? least, last?.row ?? '(0,0)'],
  )
  const plan = row?.['QUERY PLAN'][0]?.Plan
  if (!plan) throw new Error('no plan')
  const scanned = (node: Plan): string[] => [
    ...(node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : []),
    ...(node.Plans ?? []).flatMap(scanned),
  ]
  // The deleting part is separate from the rest, whose blocks are in the whole plan.
  const parts = [plan, ...(plan.Plans ?? []).filter((node) => node['Node Type'] === 'ModifyTable')]
  const blocksOf = (node: Plan) => node['Shared Hit Blocks'] + node['Shared Read Blocks']
  const blocks = parts.reduce((sum, part) => sum + blocksOf(part), 0)
  const seen = plan.Plans?.find((node) => node['Subplan Name'] === 'CTE seen')
  if (!seen) throw new Error('the plan does not say what it looks at')
  return { blocks, toSee: blocksOf(seen), scanned: scanned(plan) }
}

test('reads a constant number of blocks per batch, by an index, even if nothing is deleted', async () => {
  await fill(1, 2500)
  const before = new Map<string, number>()
  for (const leftover of leftovers) before.set(leftover.table, (await batch(leftover, after(1001))).blocks)
  await fill(2501, 10_000)
  for (const leftover of leftovers) {
    const { blocks, scanned } = await batch(leftover, after(4000))
    expect(blocks, leftover.table).toBeLessThan((before.get(leftover.table) ?? 0) * 1.5)
    expect(scanned.filter((table) => !['organization', 'webhook'].includes(table))).toEqual([]) // which have one row, or none
    const nothing = await batch(leftover, start)
    expect(nothing.blocks, leftover.table).toBeLessThan(10)
  }
})

test('reads no more blocks after many deleted rows that are still visible to others', async () => {
  const [session] = leftovers
  if (session?.table !== 'session') throw new Error('sessions come first')
  await t.ctx.database.begin(async (dump) => {
    await dump.write`set transaction isolation level repeatable read`
    await dump.write`select from "session" limit 1`
    const first = await batch(session, after(10_000))
    let position: Position | null = null
    for (let n = 0; n < 6; n++) position = await deleteBatch(t.ctx, session, after(10_000), position)
    const last = await batch(session, after(10_000), position)
    expect(last.blocks).toBeLessThan(first.blocks * 1.5)
    expect(last.toSee).toBeLessThan(first.toSee * 1.5)
  })
})

test('finds the personal data of the journal by an index that holds no other entries', async () => {
  const plan = await db.unsafe(`explain (format json) ${emptyText}`, [start])
  expect(JSON.stringify(plan)).toContain('"journal_personal_idx"')
})
