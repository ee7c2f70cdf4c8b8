import type { Actor, RegistryContext } from '../context.ts'
import { sql } from 'database/sql.ts'

export interface LogEntry {
  readonly action:
    | 'publish'
    | 'move'
    | 'rollback'
    | 'unpublish'
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
  readonly change?: string | null
}

export async function addToLog({ db, now }: RegistryContext, actor: Actor, entry: LogEntry): Promise<void> {
  await db.write`insert into "log" ${sql({ ...entry, who: actor.who, why: actor.why ?? null, at: now() })}`
}

export function readLog({ db }: RegistryContext, { name, limit }: { name?: string | undefined; limit: number }) {
  return db.read<(Required<LogEntry> & { id: number; at: Date; who: string; why: string | null })[]>`
    select "id"::float8 as "id", "at", "who", "action", "name", "channel", "from", "to", "percent", "change", "why" from "log"
    where ${name ?? null}::text is null or "name" = ${name ?? null}
    order by "id" desc limit ${limit}`
}
