import { firstRow, sql } from 'database/sql.ts'
import type { Context } from '../context.ts'
import { ownPicture, readDataUrl, storePicture } from '../picture/picture.ts'

const columns = { user: 'image', organization: 'logo' } as const

/** Gives pictures in better-auth's rows our own URLs, and removes unsupported ones. */
export async function movePictures(tx: Context, print: (line: string) => void): Promise<void> {
  for (const holder of ['user', 'organization'] as const) {
    const column = sql(columns[holder])
    // One at a time, because each can have hundreds of kilobytes.
    const next = (after: string) =>
      firstRow(tx.db.read<{ id: string; address: string }[]>`
        select "id", ${column} as "address" from ${sql(holder)}
        where "id" > ${after} and (${column} like 'data:%' or octet_length(${column}) > 2048) order by "id" limit 1`)
    for (let held = await next(''); held; held = await next(held.id)) {
      const picture = await readDataUrl(held.address)
      if (!picture) print(`  picture of ${holder} "${held.id}" was removed: its format is not supported`)
      const address = picture && (await storePicture(tx, picture))
      const row = { [columns[holder]]: address, picture: ownPicture(tx.config, address) }
      await tx.db.write`update ${sql(holder)} set ${sql(row)} where "id" = ${held.id}`
    }
  }
}
