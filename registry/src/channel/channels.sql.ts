import { sql } from 'database/sql.ts'
import type { Channel } from 'contract/responses.ts'
import type { RegistryContext } from '../context.ts'

export function findChannels({ db }: RegistryContext, name?: string): Promise<Channel[]> {
  return db.read<Channel[]>`
    select "name", "channel", "version", "canary", "percent", "revision"::float8 as "revision", to_jsonb("history") as "history", "movedAt", "movedBy"
    from "channel" ${name === undefined ? sql`` : sql`where "name" = ${name}`} order by "name", "channel"`
}

export async function saveChannel({ db }: RegistryContext, channel: Channel): Promise<void> {
  const { name: _, channel: __, ...moved } = channel
  await db.write`
    insert into "channel" ${sql({ ...channel, history: [...channel.history] })}
    on conflict ("name", "channel") do update set ${sql({ ...moved, history: [...channel.history] })}`
}
