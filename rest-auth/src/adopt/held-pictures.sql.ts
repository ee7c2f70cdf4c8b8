import { firstRow, sql } from 'database/sql.ts'
import type { Context } from '../context.ts'
import { ownPicture } from '../picture/picture.ts'

const pictures = { user: 'image', organization: 'logo' } as const
type Holder = keyof typeof pictures

export async function nextHeldPicture(
  { db }: Context,
  holder: Holder,
  after: string,
): Promise<{ id: string; address: string } | null> {
  const column = sql(pictures[holder])
  return firstRow(db.read`
    select "id", ${column} as "address" from ${sql(holder)}
    where "id" > ${after} and (${column} like 'data:%' or octet_length(${column}) > 2048) order by "id" limit 1`)
}

export async function replaceUrl(
  { db, config }: Context,
  holder: Holder,
  id: string,
  address: string | null,
): Promise<void> {
  const row = { [pictures[holder]]: address, picture: ownPicture(config, address) }
  await db.write`update ${sql(holder)} set ${sql(row)} where "id" = ${id}`
}
