import type { RegistryContext } from '../context.ts'

/** Added to the row of the same version, time and kind of visitor. */
export interface HealthRow {
  readonly name: string
  readonly version: string
  readonly since: string
  readonly isProved: boolean
  readonly visitors: string
  readonly failedVisitors: string
  readonly vitals: readonly number[]
}

export interface FailureRow {
  readonly name: string
  readonly version: string
  readonly id: string
  readonly phase: string
  readonly route: string
  readonly error: string
  readonly frames: readonly string[]
  readonly times: number
}

const maxFailures = 100

/** In one statement each, however many visitors there were. Rows of pruned versions are dropped. */
export async function saveHealth({ db }: RegistryContext, rows: readonly HealthRow[]): Promise<void> {
  await db.write`
    insert into "health" as h ("name", "version", "since", "isProved", "visitors", "failedVisitors", "vitals")
    select g."name", g."version", g."since", g."isProved", g."visitors"::bit(2048), g."failedVisitors"::bit(2048), g."vitals"
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as g ("name" text, "version" text, "since" timestamptz,
      "isProved" boolean, "visitors" text, "failedVisitors" text, "vitals" integer[])
    join "version" v on v."name" = g."name" and v."version" = g."version"
    order by g."name", g."version", g."since", g."isProved"
    on conflict ("name", "version", "since", "isProved") do update set
      "visitors" = h."visitors" | excluded."visitors",
      "failedVisitors" = h."failedVisitors" | excluded."failedVisitors",
      "vitals" = (select array_agg(a + b order by place)
        from unnest(h."vitals", excluded."vitals") with ordinality as u (a, b, place))`
}

export async function saveFailures({ db, now }: RegistryContext, rows: readonly FailureRow[]): Promise<void> {
  await db.write`
    with given as (
      select g.*, row_number() over (partition by g."name", g."version" order by g."id") as "place"
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as g ("name" text, "version" text, "id" text,
        "phase" text, "route" text, "error" text, "frames" text[], "times" bigint))
    insert into "failure" as f ("name", "version", "id", "phase", "route", "error", "frames", "times", "firstAt", "lastAt")
    select g."name", g."version", g."id", g."phase", g."route", g."error", g."frames", g."times", ${now()}::timestamptz, ${now()}::timestamptz
    from given g join "version" v on v."name" = g."name" and v."version" = g."version"
    where exists (select from "failure" k where k."name" = g."name" and k."version" = g."version" and k."id" = g."id")
      or g."place" + (select count(*) from "failure" k where k."name" = g."name" and k."version" = g."version") <= ${maxFailures}
    order by g."name", g."version", g."id"
    on conflict ("name", "version", "id") do update set "times" = f."times" + excluded."times", "lastAt" = excluded."lastAt"`
}

const maxAge = 30 * 24 * 60 * 60_000

export async function deleteOldHealth({ db, now }: RegistryContext): Promise<void> {
  const cutoff = new Date(now().getTime() - maxAge)
  await db.write`
    with gone as (delete from "health" where "since" < ${cutoff}) delete from "failure" where "lastAt" < ${cutoff}`
}
