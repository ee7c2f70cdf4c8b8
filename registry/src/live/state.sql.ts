import type { Channel } from 'contract/responses.ts'
import type { RegistryContext } from '../context.ts'
import type { StoredVersion } from '../version/versions.sql.ts'

export interface LiveChannel extends Pick<Channel, 'name' | 'channel' | 'version' | 'candidate' | 'percent'> {
  /** Where a rollback of the version would lead: the one before that is not withdrawn. */
  readonly before: string | null
}

export type SignedVersion = Pick<StoredVersion, 'name' | 'version' | 'signed' | 'signature' | 'publicKey'>

export interface ChannelState {
  readonly revision: number
  readonly channels: readonly LiveChannel[]
  /** `name@version` of those that are never to run again. */
  readonly withdrawn: readonly string[]
  readonly services: Readonly<Record<string, string>>
  /** What pages may use for a remote: `connect https://api.example.com`. */
  readonly grants: Readonly<Record<string, readonly string[]>>
}

/** Counts what a page could notice: the one question that is asked again and again. */
export async function readRevision({ db }: RegistryContext): Promise<number> {
  const [row] = await db.read<{ number: number }[]>`select "number"::float8 as "number" from "revision"`
  return row?.number ?? 0
}

export async function readChannelState({ db }: RegistryContext): Promise<ChannelState> {
  // One statement, so that all is of one moment.
  const [row] = await db.read<ChannelState[]>`
    select "number"::float8 as "revision",
      (select coalesce(jsonb_agg(c order by c."name", c."channel"), '[]')
        from (select "name", "channel", "version", "candidate", "percent", (
            select v."version" from unnest("history") with ordinality h ("version", "number")
            join "version" v on v."name" = "channel"."name" and v."version" = h."version"
            where v."version" is distinct from "channel"."version" and v."withdrawnAt" is null
            order by h."number" desc limit 1
          ) as "before"
          from "channel" where coalesce("version", "candidate") is not null) c) as "channels",
      (select coalesce(jsonb_agg("name" || '@' || "version"), '[]') from "version" where "withdrawnAt" is not null) as "withdrawn",
      (select coalesce(jsonb_object_agg("name", "url"), '{}') from "service") as "services",
      (select coalesce(jsonb_object_agg("name", "uses"), '{}')
        from (select "name", jsonb_agg("kind" || ' ' || "origin") as "uses" from "grant" group by "name") g) as "grants"
    from "revision"`
  if (!row) throw new Error('The table "revision" of the registry is empty.')
  return row
}

export function readVersions({ db }: RegistryContext, keys: readonly string[]): Promise<SignedVersion[]> {
  return db.read<SignedVersion[]>`
    select "name", "version", "signed", "signature", "publicKey" from "version" where "name" || '@' || "version" = any(${[...keys]}::text[])`
}
