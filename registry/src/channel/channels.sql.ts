import { sql } from 'database/sql.ts'
import type { Channel } from 'contract/responses.ts'
import type { Actor, RegistryContext } from '../context.ts'

export interface LogEntry {
  readonly action:
    | 'publish'
    | 'move'
    | 'rollback'
    | 'withdraw'
    | 'prune'
    | 'token'
    | 'revoke'
    | 'override'
    | 'service'
    | 'origin'
  readonly name: string
  readonly channel?: string | null
  readonly from?: string | null
  readonly to?: string | null
  readonly percent?: number | null
}

export function findChannels({ db }: RegistryContext, name?: string): Promise<Channel[]> {
  return db.read<Channel[]>`
    select "name", "channel", "version", "candidate", "percent", "revision"::float8 as "revision", to_jsonb("history") as "history", "movedAt", "movedBy"
    from "channel" ${name === undefined ? sql`` : sql`where "name" = ${name}`} order by "name", "channel"`
}

export async function saveChannel({ db }: RegistryContext, channel: Channel): Promise<void> {
  const { name: _, channel: __, ...moved } = channel
  await db.write`
    insert into "channel" ${sql({ ...channel, history: [...channel.history] })}
    on conflict ("name", "channel") do update set ${sql({ ...moved, history: [...channel.history] })}`
}

export async function addToLog({ db, now }: RegistryContext, actor: Actor, entry: LogEntry): Promise<void> {
  await db.write`insert into "log" ${sql({ ...entry, who: actor.who, why: actor.why ?? null, at: now() })}`
}

/** When the last but so many changes of a remote was made; undefined: there were fewer. */
export async function timeOfChange({ db }: RegistryContext, name: string, back: number): Promise<Date | undefined> {
  const [found] = await db.read<{ at: Date }[]>`
    select "at" from "log" where "name" = ${name} order by "id" desc limit 1 offset ${back}`
  return found?.at
}

export function readLog({ db }: RegistryContext, { name, limit }: { name?: string | undefined; limit: number }) {
  return db.read<(Required<LogEntry> & { id: number; at: Date; who: string; why: string | null })[]>`
    select "id"::float8 as "id", "at", "who", "action", "name", "channel", "from", "to", "percent", "why" from "log"
    where ${name ?? null}::text is null or "name" = ${name ?? null}
    order by "id" desc limit ${limit}`
}
