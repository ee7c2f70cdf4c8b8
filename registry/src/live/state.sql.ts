import type { RegistryContext } from '../context.ts'
import type { ChannelState, SignedVersion } from './kept-state.ts'

/** Counts all changes that affect pages, so that polling costs one row. */
export async function readRevision({ db }: RegistryContext): Promise<number> {
  const [row] = await db.read<{ number: number }[]>`select "number"::float8 as "number" from "revision"`
  return row?.number ?? 0
}

export async function readChannelState({ db }: RegistryContext): Promise<ChannelState> {
  // One statement for a consistent snapshot.
  const [row] = await db.read<ChannelState[]>`
    select "number"::float8 as "revision",
      (select coalesce(jsonb_agg(c order by c."name", c."channel"), '[]')
        from (select "name", "channel", "version", "canary", "percent", "movedAt", (
            select v."version" from unnest("history") with ordinality h ("version", "number")
            join "version" v on v."name" = "channel"."name" and v."version" = h."version"
            where v."version" is distinct from "channel"."version" and v."unpublishedAt" is null
            order by h."number" desc limit 1
          ) as "before"
          from "channel" where coalesce("version", "canary") is not null) c) as "channels",
      (select coalesce(jsonb_agg("name" || '@' || "version"), '[]') from "version" where "unpublishedAt" is not null) as "unpublished",
      (select coalesce(jsonb_object_agg("name", "url"), '{}') from "service") as "services",
      (select coalesce(jsonb_object_agg("name", "uses"), '{}')
        from (select "name", jsonb_agg("kind" || ' ' || "origin") as "uses" from "grant" group by "name") g) as "grants"
    from "revision"`
  if (!row) throw new Error('The registry\'s table "revision" is empty.')
  return row
}

export function readVersions({ db }: RegistryContext, keys: readonly string[]): Promise<SignedVersion[]> {
  return db.read<SignedVersion[]>`
    select "name", "version", "signed", "signature", "publicKey" from "version" where "name" || '@' || "version" = any(${[...keys]}::text[])`
}
