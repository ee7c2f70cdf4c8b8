import { firstRow, fixed, sql } from 'database/sql.ts'
import { columns, rowIfAny } from '../columns.sql.ts'
import type { Context } from '../context.ts'
import { entryCounted, ownEntryWritten, type Entry } from '../journal/journal.sql.ts'
import { ownPicture } from '../picture/picture.ts'
import { ApiError } from '../errors.ts'
import { refuseIfTaken } from '../unique-violation.ts'
import { type Member, organizationSchema, type Organization, type SeenOrganization } from './entities.ts'
import { isOpen, type Viewer } from './reach.sql.ts'

const fields = columns(organizationSchema, 'o')

export async function findOrganization({ db }: Context, id: string): Promise<Organization | null> {
  return firstRow(db.read`select ${fields} from "organization" o where o."id" = ${id}`)
}

export async function findAndLockOrganization({ db }: Context, id: string): Promise<Organization | null> {
  return firstRow(db.write`select ${fields} from "organization" o where o."id" = ${id} for no key update`)
}

/** Makes it the active organization of `sessionId`. */
export async function insertOrganization(
  { db, config }: Context,
  organization: Organization,
  founder: Member,
  { teamName, sessionId, limit, entry }: { teamName: string; sessionId: string | null; limit: number; entry: Entry },
): Promise<'created' | 'limit reached' | 'no such user'> {
  const row = {
    ...organization,
    picture: ownPicture(config, organization.logo),
    journalPosition: 1,
    journalAt: entry.at,
  }
  // Locks the user first, as account deletion does, and keeps concurrent calls within `limit`.
  const [made] = await db.write<{ users: number; allowed: number; organizations: number }[]>`
    with u as (
      select "id" from "user" where "id" = ${founder.userId} for no key update
    ), allowed as materialized (
      select "id" from u where "membershipsNow"("id", ${limit}) < ${limit}
    ), o as (
      insert into "organization" ${rowIfAny(row)} from allowed
      on conflict ("slug") do nothing returning *
    ), t as (
      insert into "team" ("id", "organizationId", "name", "createdAt")
      select ${founder.teamId}, o."id", ${teamName}, o."createdAt" from o
    ), m as (
      insert into "member" ("id", "organizationId", "userId", "role", "teamId", "createdAt")
      select ${founder.id}, o."id", u."id", ${founder.role}, ${founder.teamId}, o."createdAt" from o, u
    ), s as (
      update "session" set "activeOrganizationId" = o."id", "activeTeamId" = ${founder.teamId} from o where "session"."id" = ${sessionId}
    ), ${ownEntryWritten(entry, sql`select *, '{}'::jsonb as "details" from o`)}
    select (select count(*) from u)::int as "users", (select count(*) from allowed)::int as "allowed",
      (select count(*) from o)::int as "organizations"`.catch(slugTaken)
  if (made?.organizations === 1) return 'created'
  if (made?.allowed === 1) throw new ApiError('ORGANIZATION_ALREADY_EXISTS')
  return made?.users === 1 ? 'limit reached' : 'no such user'
}

/** Writes an entry with the fields that changed, if any. Returns null if the organization is closed, or not as `seen`. */
export async function updateOrganization(
  { db, config }: Context,
  id: string,
  changes: Partial<Organization>,
  { viewer, seen, entry }: { viewer: Viewer; seen: SeenOrganization; entry: Entry },
): Promise<(Organization & { fields: string[] }) | null> {
  const { logo } = changes
  const row = { ...changes, ...(logo !== undefined && { picture: ownPicture(config, logo) }) }
  const assignments = Object.entries(row).map(([name, value]) => sql`${fixed(`"${name}"`)} = ${value},`)
  const compared = Object.entries(changes).map(
    ([name, value]) => sql`case when ${fixed(`"${name}" is distinct from`)} ${value} then ${name}::text end,`,
  )
  // One statement, because it waits for the lock and then sees what the change before it left.
  const saved = db.write<(Organization & { fields: string[] })[]>`
    with "before" as materialized (
      select *, to_jsonb(array_remove(array[${compared} null], null)) as "fields"
      from "organization" o where "id" = ${id} and ${isOpen('o."id"', viewer)} for no key update
    ), "after" as (
      update "organization" o set ${assignments} ${entryCounted(entry, sql`b."fields" <> '[]'`)}
      from "before" b where o."id" = b."id" and to_jsonb(b) @> ${sql.json(seen)}::jsonb
      returning o.*, b."fields", jsonb_build_object('fields', b."fields") as "details"
    ), ${ownEntryWritten(entry, sql`select * from "after" where "fields" <> '[]'`)}
    select ${fields}, o."fields" from "after" o`
  return firstRow(saved.catch(slugTaken))
}

/** A slug is also taken if it was another organization's before. */
const slugTaken = refuseIfTaken('organization_slug_key', 'ORGANIZATION_ALREADY_EXISTS')

/** A batch takes well under a second. */
const sessionsPerBatch = 5000

/** In batches, because 100,000 sessions take too long. A retry continues where it stopped. */
export async function leaveInAllSessions({ db }: Context, id: string): Promise<void> {
  for (let [after, count] = ['', sessionsPerBatch]; count === sessionsPerBatch;) {
    const [part] = await db.write<{ upTo: string | null; count: number }[]>`
      with part as materialized (
        select max("userId") as "upTo", count(*)::int from (
          select "userId" from "session" where "activeOrganizationId" = ${id} and "userId" > ${after}
          order by "userId" limit ${sessionsPerBatch}) x
      ), written as (
        update "session" set "activeOrganizationId" = null from part
        where "activeOrganizationId" = ${id} and "userId" > ${after} and "userId" <= part."upTo"
      ) select * from part`
    after = part?.upTo ?? ''
    count = part?.count ?? 0
  }
}

/** Deletes everything that refers to the organization. */
export async function deleteOrganization({ db }: Context, id: string): Promise<Organization | null> {
  // Explicitly, because the foreign keys would first remove each member from its team.
  return firstRow(db.write`
    with "members" as (delete from "member" where "organizationId" = ${id})
    delete from "organization" o where o."id" = ${id} returning ${fields}`)
}
