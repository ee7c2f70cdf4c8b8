import { firstRow, fixed, onlyRow, sql } from 'database/sql.ts'
import { later, type Context } from '../context.ts'
import { organizationIdsOfKey } from '../active-key/active-key.sql.ts'

/** Whom it belongs to. */
export type KeyOwner = { readonly userId: string } | { readonly organizationId: string }

export interface StoredKey {
  readonly id: string
  readonly name: string | null
  readonly start: string
  readonly userId: string | null
  readonly organizationId: string | null
  /** Where it acts. */
  readonly organizationIds: readonly string[]
  readonly scopes: readonly string[]
  readonly enabled: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly expiresAt: Date | null
  readonly lastUsedAt: Date | null
}

const fields = fixed(`k."id", k."name", k."start", k."userId", k."organizationId", ${organizationIdsOfKey},
  array_to_json(k."scopes") as "scopes", k."enabled", k."createdAt", k."updatedAt", k."expiresAt", k."lastUsedAt"`)

const isOf = (owner: KeyOwner) =>
  'userId' in owner ? sql`k."userId" = ${owner.userId}` : sql`k."organizationId" = ${owner.organizationId}`

export function listKeys({ db }: Context, owner: KeyOwner): Promise<StoredKey[]> {
  return db.read`select ${fields} from "apiKey" k where ${isOf(owner)} order by k."createdAt" desc, k."id"`
}

export function findKey({ db }: Context, id: string): Promise<StoredKey | null> {
  return firstRow(db.read`select ${fields} from "apiKey" k where k."id" = ${id}`)
}

type Kept = Pick<StoredKey, 'name' | 'scopes' | 'enabled' | 'expiresAt'> & { readonly memberIds: readonly string[] }

/** Needs the lock of its owner, which limits how many there are. */
export function insertKey(
  { db, now }: Context,
  owner: KeyOwner,
  { id, start, hash, name, scopes, expiresAt, memberIds }: Kept & { id: string; start: string; hash: string },
): Promise<StoredKey> {
  const { userId, organizationId } = { userId: null, organizationId: null, ...owner }
  return onlyRow(db.write`
    insert into "apiKey" as k ("id", "name", "start", "hash", "userId", "organizationId", "memberIds", "scopes",
      "createdAt", "updatedAt", "expiresAt")
    values (${id}, ${name}, ${start}, ${hash}, ${userId}, ${organizationId}, ${[...memberIds]}::text[],
      ${[...scopes]}::text[], ${now()}, ${now()}, ${expiresAt})
    returning ${fields}`)
}

/** `memberIds`: null keeps them. */
export function updateKey(
  { db, now }: Context,
  {
    id,
    name,
    scopes,
    enabled,
    expiresAt,
    memberIds,
  }: Omit<Kept, 'memberIds'> & {
    id: string
    memberIds: readonly string[] | null
  },
): Promise<StoredKey> {
  return onlyRow(db.write`
    update "apiKey" k set "name" = ${name}, "scopes" = ${[...scopes]}::text[], "enabled" = ${enabled},
      "expiresAt" = ${expiresAt}, "memberIds" = coalesce(${memberIds && [...memberIds]}::text[], k."memberIds"),
      "updatedAt" = ${now()}
    where k."id" = ${id} returning ${fields}`)
}

export async function deleteKey({ db }: Context, id: string): Promise<void> {
  await db.write`delete from "apiKey" where "id" = ${id}`
}

/** The memberships of a person in these organizations. */
export async function findMemberships({ db }: Context, userId: string, organizationIds: readonly string[]) {
  return db.read<{ id: string; organizationId: string }[]>`
    select "id", "organizationId" from "member"
    where "userId" = ${userId} and "organizationId" = any (${[...organizationIds]}::text[])`
}

interface ExpiringKey extends Pick<StoredKey, 'id' | 'name' | 'start'> {
  readonly expiresAt: Date
  readonly userId: string | null
  readonly organizationId: string | null
}

/** Some that expire within a week, whose owners do not know yet. Locks them until the transaction ends. */
export function claimExpiringKeys(tx: Context, limit: number): Promise<ExpiringKey[]> {
  return tx.db.write`
    update "apiKey" k set "warnedOf" = k."expiresAt" where k."id" in (
      select e."id" from "apiKey" e
      where e."expiresAt" > ${tx.now()} and e."expiresAt" <= ${later(tx, 7 * 86_400)} and e."enabled"
        and e."warnedOf" is distinct from e."expiresAt"
      order by e."expiresAt" limit ${limit} for update skip locked)
    returning k."id", k."name", k."start", k."expiresAt", k."userId", k."organizationId"`
}
