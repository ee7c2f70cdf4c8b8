import { onlyRow, sql } from 'database/sql.ts'
import type { ForeignOrigin } from 'contract/responses.ts'
import type { RegistryContext } from '../context.ts'

export interface Grant extends Pick<ForeignOrigin, 'name' | 'kind' | 'origin'> {
  readonly grantedAt: Date
  readonly grantedBy: string
}

export function listGrants({ db }: RegistryContext): Promise<Grant[]> {
  return db.read<Grant[]>`
    select "name", "kind", "origin", "grantedAt", "grantedBy" from "grant" order by "name", "kind", "origin"`
}

/** Returns false if it was already granted. */
export async function insertGrant({ db }: RegistryContext, grant: Grant): Promise<boolean> {
  const { count } = await db.write`insert into "grant" ${sql({ ...grant })} on conflict do nothing`
  return count > 0
}

export async function deleteGrant(
  { db }: RegistryContext,
  { name, kind, origin }: Pick<Grant, 'name' | 'kind' | 'origin'>,
): Promise<boolean> {
  const { count } =
    await db.write`delete from "grant" where "name" = ${name} and "kind" = ${kind} and "origin" = ${origin}`
  return count > 0
}

export async function sumGrantLengths({ db }: RegistryContext): Promise<number> {
  const { length } = await onlyRow(db.read<{ length: number }[]>`
    select coalesce(sum(length("origin") + 1), 0)::float8 as "length" from (select distinct "kind", "origin" from "grant") g`)
  return length
}

export async function listFirstPlaces({ db }: RegistryContext): Promise<string[]> {
  const rows = await db.read<{ name: string }[]>`select "name" from "firstPlace" order by "name"`
  return rows.map(({ name }) => name)
}

/** Returns false if nothing has changed. */
export async function saveFirstPlaces(
  { db, now }: RegistryContext,
  name: string,
  isGranted: boolean,
  grantedBy: string,
): Promise<boolean> {
  const { count } = isGranted
    ? await db.write`insert into "firstPlace" ${sql({ name, grantedAt: now(), grantedBy })} on conflict do nothing`
    : await db.write`delete from "firstPlace" where "name" = ${name}`
  return count > 0
}
