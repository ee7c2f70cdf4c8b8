import type { Statements } from 'database/connect.ts'
import { fixed, sql, type Fragment } from 'database/sql.ts'
import type { EventName } from './events.ts'

export interface Entry {
  /** ISO 8601, with microseconds. */
  readonly at: string
  readonly event: EventName
  readonly kind: 'sign-in' | 'change'
  readonly actorKind: 'person' | 'key' | 'service' | 'command line' | 'system'
  readonly actorId: string | null
  /** For whom an administrator acted. */
  readonly actedFor: string | null
  /** Whom it is about, otherwise the actor. */
  readonly userId: string | null
  readonly organizationId: string | null
  readonly details: Readonly<Record<string, string | null | readonly string[]>>
  readonly requestId: string | null
  /** The invited address. */
  readonly email: string | null
  readonly ipAddress: string | null
  readonly device: string | null
}

const types = {
  at: 'timestamptz',
  event: 'text',
  kind: 'text',
  actorKind: 'text',
  actorId: 'text',
  actedFor: 'text',
  userId: 'text',
  organizationId: 'text',
  details: 'jsonb',
  requestId: 'text',
  email: 'text',
  ipAddress: 'text',
  device: 'text',
} as const satisfies Record<keyof Entry, string>

const names = Object.keys(types)
const columns = fixed(names.map((name) => `"${name}"`).join(', '))
const typed = fixed(
  Object.entries(types)
    .map(([name, type]) => `"${name}" ${type}`)
    .join(', '),
)

const noun = `split_part(j."event", '.', 1)`

/** The object of an entry `j`. */
export const targetKind = `case when ${noun} in ('organization', 'team', 'invitation', 'key') then ${noun} else 'person' end`
export const targetId = `case ${noun} when 'organization' then j."organizationId" when 'team' then j."details"->>'teamId'
  when 'invitation' then j."details"->>'invitationId' when 'key' then j."details"->>'keyId' else j."userId" end`

/** One parameter, so that the statement does not depend on the number of entries. */
const rowsOf = (entries: readonly Entry[]): Fragment =>
  sql`json_to_recordset(${JSON.stringify(entries)}::text::json) as (${typed})`

const without = (...left: (keyof Entry)[]) =>
  fixed(
    names
      .filter((name) => !left.some((one) => one === name))
      .map((name) => `"${name}"`)
      .join(', '),
  )
const others = without('actorId', 'actedFor', 'userId')
const withoutOwn = without('at', 'details')

/** A CTE for the statement that makes the change: the entry for each `"userId"` of `from`, who did it. */
export const entryWritten = (entry: Entry, from: Fragment): Fragment => sql`
  "entry" as (
    insert into "journal" (${others}, "userId", "actorId")
    select ${others}, u."userId", case when "actorKind" = 'person' then u."userId" end
    from (select ${others} from ${rowsOf([entry])}) e cross join (${from}) u)`

/** The entry for each `"userId"` of `from`. */
export const entryAbout = (entry: Entry, from: Fragment): Fragment => sql`
  "about" as (
    insert into "journal" (${others}, "userId", "actorId", "actedFor")
    select ${others}, u."userId", "actorId", "actedFor"
    from (select ${others}, "actorId", "actedFor" from ${rowsOf([entry])}) e cross join (${from}) u)`

/** For an update of `"organization" o` with one entry: its position, and a time in order. */
export const entryCounted = (entry: Entry, isWritten: Fragment): Fragment => sql`
  "journalPosition" = o."journalPosition" + case when ${isWritten} then 1 else 0 end,
  "journalAt" = case when ${isWritten} then greatest(o."journalAt", ${entry.at}::timestamptz) else o."journalAt" end`

/**
 * A CTE for the statement that makes or changes an organization: the entry for the row of `from`,
 * which has its `journalPosition`, `journalAt` and `details`.
 */
export const ownEntryWritten = (entry: Entry, from: Fragment): Fragment => sql`
  "entry" as (
    insert into "journal" (${withoutOwn}, "at", "details", "position")
    select ${withoutOwn}, o."journalAt", o."details", o."journalPosition"
    from (select ${withoutOwn} from ${rowsOf([entry])}) e cross join (${from}) o)`

/** Entries of an organization need its lock, so that their positions are committed in order. */
export async function insertEntries(db: Statements, entries: readonly Entry[]): Promise<void> {
  const places = Map.groupBy(entries, ({ organizationId }) => organizationId)
  await Promise.all(
    [...places].map(([organizationId, ofPlace]) =>
      organizationId === null
        ? db.write`insert into "journal" (${columns}) select ${columns} from ${rowsOf(ofPlace)}`
        : insertNumbered(db, organizationId, ofPlace),
    ),
  )
}

const timed = fixed(
  names
    .map((name) => (name === 'at' ? 'coalesce("last"."at" - (e."latest" - e."at"), e."at")' : `e."${name}"`))
    .join(', '),
)

/** Positions follow the organization's last one, and no time is before that of an earlier entry. */
async function insertNumbered(db: Statements, organizationId: string, entries: readonly Entry[]): Promise<void> {
  const count = entries.length
  const earliest = entries[0]?.at ?? null
  let latest = ''
  const numbered = entries.map((entry, index) => {
    if (entry.at > latest) latest = entry.at
    return { ...entry, at: latest, number: index + 1 }
  })
  await db.write`
    with "last" as (
      update "organization" set "journalPosition" = "journalPosition" + ${count}::int,
        "journalAt" = greatest(${latest}::timestamptz, "journalAt" + (${latest}::timestamptz - ${earliest}::timestamptz))
      where "id" = ${organizationId} returning "journalPosition" - ${count}::int as "position", "journalAt" as "at"
    )
    insert into "journal" (${columns}, "position")
    select ${timed}, "last"."position" + e."number"
    from (
      select *, ${latest}::timestamptz as "latest"
      from json_to_recordset(${JSON.stringify(numbered)}::text::json) as r (${typed}, "number" int)
    ) e left join "last" on true`
}

/** At most 20 a day per account, and none if it does not exist. Needs a transaction. */
export async function insertRefusedSignIn(db: Statements, account: string, entry: Entry): Promise<void> {
  await Promise.all([
    // So that concurrent ones count each other.
    db.write`select pg_advisory_xact_lock(hashtext('sign-in.refused'), hashtext(${account}))`,
    db.write`
      insert into "journal" (${columns}) select ${columns} from (select * from ${rowsOf([entry])}) e
      where exists (select from "user" u where u."id" = e."userId" for key share) and 20 > (
        select count(*) from "journal" j where j."userId" = e."userId" and j."kind" = e."kind"
          and j."at" > e."at" - interval '1 day' and j."event" = e."event")`,
  ])
}
