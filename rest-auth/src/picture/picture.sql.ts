import { firstRow, sql } from 'database/sql.ts'
import type { Context } from '../context.ts'

/** `hash` is the SHA-256 of the content in hex. */
export interface Picture {
  readonly hash: string
  readonly type: string
  readonly content: Buffer
}

export async function savePicture({ db, now }: Context, { hash, type, content }: Picture): Promise<void> {
  await db.write`
    insert into "picture" ${sql({ hash, type, content, seenAt: now() })}
    on conflict ("hash") do update set "seenAt" = excluded."seenAt"`
}

/** Returns false if it does not exist. */
export async function touchPicture({ db, now }: Context, hash: string): Promise<boolean> {
  const { count } = await db.write`update "picture" set "seenAt" = ${now()} where "hash" = ${hash}`
  return count === 1
}

export async function findPicture({ db }: Context, hash: string): Promise<Pick<Picture, 'type' | 'content'> | null> {
  return firstRow(db.read`
    select "type", "content" from "picture" where "hash" = ${hash}`)
}

/** Returns whether there may be more. */
export async function updatePictureUrls({ db }: Context, prefix: string): Promise<boolean> {
  const columns = { user: 'image', organization: 'logo' }
  let moved = 0
  for (const [table, column] of Object.entries(columns)) {
    const address = sql(column)
    const { count } = await db.write`
      update ${sql(table)} set ${address} = ${prefix} || "picture" where "id" in (
        select "id" from ${sql(table)}
        where "picture" is not null and ${address} like '%/pictures/' || "picture" and ${address} <> ${prefix} || "picture"
        limit 1000 for no key update skip locked)`
    moved += count
  }
  return moved > 0
}
