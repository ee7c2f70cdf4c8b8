import type { Context } from '../context.ts'
import { keyTakesOverIn } from '../signed-token/signing-key.ts'

const batch = 1000
const hour = 3600
const day = 24 * hour

/** Rows that are obsolete some time after `column`. */
export interface Leftover {
  readonly table: string
  /** Needs an index. */
  readonly column: string
  readonly isNumber?: true
  /** In seconds, or the setting that has it in days. */
  readonly retention: number | 'JOURNAL_DAYS'
  /** A further condition. `$1` is the time before which `column` must be. */
  readonly condition?: string
  /** A statement that reads the deleted rows from "gone". */
  readonly told?: string
}

/** See docs/operating/back-up.md for what deletes the other rows. */
export const leftovers: readonly Leftover[] = [
  {
    table: 'session',
    column: 'expiresAt',
    retention: 0,
    told: `insert into "journal" ("at", "event", "kind", "actorKind", "userId", "details")
      select $1::timestamptz, 'impersonation.ended', 'sign-in', 'system', "userId", '{"reason":"expired"}'
      from "gone" where "impersonatedBy" is not null`,
  },
  { table: 'verification', column: 'expiresAt', retention: hour }, // lets calls report "expired" for a while
  { table: 'trustedDevice', column: 'expiresAt', retention: 0 },
  { table: 'emailChange', column: 'expiresAt', retention: 0 },
  { table: 'invitation', column: 'expiresAt', retention: 90 * day },
  { table: 'rateLimit', column: 'lastRequest', isNumber: true, retention: hour },
  {
    table: 'mail',
    column: 'createdAt',
    retention: 7 * day,
    condition: '("sentAt" is not null or "deadAt" is not null or "nextAttemptAt" < $1)',
  },
  { table: 'mailRequest', column: 'nextAttemptAt', retention: 7 * day }, // no worker has run for that long
  { table: 'mailBudget', column: 'usedUntil', retention: 0 },
  { table: 'device', column: 'seenAt', retention: 400 * day },
  {
    table: 'webhookDelivery',
    column: 'createdAt',
    retention: 7 * day,
    condition: `("nextAttemptAt" is null or not exists (select from "webhook" where "id" = "webhookId"))`,
  },
  { table: 'journal', column: 'at', retention: 'JOURNAL_DAYS' },
  {
    table: 'signingKey',
    column: 'createdAt',
    retention: keyTakesOverIn,
    condition: `exists (select from "signingKey" "next" where "next"."createdAt" > "signingKey"."createdAt" and "next"."createdAt" < $1)`,
  },
  {
    table: 'picture',
    column: 'seenAt',
    retention: 600, // time between storing a picture and the row that refers to it
    condition: `not exists (select from "user" where "picture" = "hash")
      and not exists (select from "organization" where "picture" = "hash")`,
  },
]

export interface Position {
  readonly value: string
  readonly row: string
}

/** Deletes obsolete rows among the next thousand, except locked ones. Null after the last row. */
export async function deleteBatch(
  { db }: Context,
  leftover: Leftover,
  time: Date,
  last: Position | null,
): Promise<Position | null> {
  // Continues after `last`: dead rows stay in the index while a dump may still read them.
  const [seen] = await db.unsafe<(Position & { readonly rows: number })[]>(batchText(leftover), [
    time,
    last?.value ?? (leftover.isNumber ? '0' : '-infinity'),
    last?.row ?? '(0,0)',
  ])
  return seen?.rows === batch ? { value: seen.value, row: seen.row } : null
}

export function batchText({ table, column, isNumber, condition = 'true', told }: Leftover): string {
  const limit = isNumber ? '(extract(epoch from $1::timestamptz) * 1000)::bigint' : '$1::timestamptz'
  const value = `$2::text::${isNumber ? 'bigint' : 'timestamptz'}`
  return `
    with "seen" as materialized (
      select "${column}" as "value", ctid as "row" from "${table}"
      where "${column}" < ${limit} and ("${column}", ctid) > (${value}, $3::text::tid)
      order by "${column}", ctid limit ${batch}
    ), "gone" as (
      delete from "${table}" where ctid = any(array(
        select ctid from "${table}" where ctid = any(array(select "row" from "seen"))
          and "${column}" < ${limit} and ${condition} for update skip locked))
      ${told === undefined ? ')' : `returning *), "told" as (${told})`}
    select "value"::text, "row"::text, count(*) over ()::int as "rows" from "seen"
    order by "seen"."value" desc, "seen"."row" desc limit 1`
}

/** Empties the personal data of a thousand entries of the journal. False if there are no more. */
export async function emptyBatch({ db }: Context, time: Date): Promise<boolean> {
  const rows = await db.unsafe(emptyText, [time])
  return rows.length === batch
}

export const emptyText = `
  update "journal" set "email" = null, "ipAddress" = null, "device" = null
  where ctid = any(array(
    select ctid from "journal"
    where "at" < $1::timestamptz and ("email" is not null or "ipAddress" is not null or "device" is not null)
    order by "at" limit ${batch} for update skip locked))
  returning 1`
