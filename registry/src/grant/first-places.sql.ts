import { hasRow, sql } from 'database/sql.ts'
import type { FirstPlace } from 'contract/responses.ts'
import type { RegistryContext } from '../context.ts'

export async function listFirstPlaces({ db }: RegistryContext): Promise<string[]> {
  const rows = await db.read<{ name: string }[]>`select "name" from "firstPlace" order by "name"`
  return rows.map(({ name }) => name)
}

/** Returns false if it was already granted. */
export const insertFirstPlace = ({ db }: RegistryContext, grant: FirstPlace): Promise<boolean> =>
  hasRow(db.write`insert into "firstPlace" ${sql({ ...grant })} on conflict do nothing returning 1`)

export const deleteFirstPlace = ({ db }: RegistryContext, name: string): Promise<boolean> =>
  hasRow(db.write`delete from "firstPlace" where "name" = ${name} returning 1`)
