import type { HealthShare, VersionHealth } from 'contract/responses.ts'
import type { RegistryContext } from '../context.ts'
import { countVisitors } from './visitors.ts'
import { noVitals, typicalVitals } from './vitals.ts'

interface HourRow {
  version: string
  isProved: boolean
  visitors: string
  failedVisitors: string
  vitals: number[]
}

const hour = 60 * 60_000
const day = 24 * hour

/** A visitor of several hours counts in each. */
export const addShares = (rows: readonly Pick<HourRow, 'visitors' | 'failedVisitors'>[]): HealthShare => ({
  visitors: rows.reduce((sum, row) => sum + countVisitors(row.visitors), 0),
  failed: rows.reduce((sum, row) => sum + countVisitors(row.failedVisitors), 0),
})

/** By name, for lists: the last 24 hours of all visitors. */
export async function summarizeHealth(ctx: RegistryContext, name?: string) {
  const since = new Date(ctx.now().getTime() - day)
  const rows = await ctx.db.read<(HourRow & { name: string })[]>`
    select "name", "version", "visitors"::text as "visitors", "failedVisitors"::text as "failedVisitors" from "health"
    where "since" > ${since} and (${name ?? null}::text is null or "name" = ${name ?? null})`
  const kinds = await ctx.db.read<{ name: string; version: string; kinds: number }[]>`
    select "name", "version", count(*)::int as "kinds" from "failure"
    where "lastAt" > ${since} and (${name ?? null}::text is null or "name" = ${name ?? null}) group by 1, 2`
  const ofVersion = Map.groupBy(rows, (row) => `${row.name}@${row.version}`)
  return (remote: string) =>
    [...ofVersion].flatMap(([key, hours]) => {
      const { version = '', name: own } = hours[0] ?? {}
      if (own !== remote) return []
      const found = kinds.find((each) => `${each.name}@${each.version}` === key)
      return { version, ...addShares(hours), kinds: found?.kinds ?? 0 }
    })
}

const maxVersions = 5

/** The latest versions that pages have used or that failed, latest first. */
export async function readHealth({ db }: RegistryContext, name: string): Promise<VersionHealth[]> {
  const versions = await db.read<{ version: string }[]>`
    select "version" from "version" v where "name" = ${name} and (
      exists (select from "health" h where h."name" = v."name" and h."version" = v."version")
      or exists (select from "failure" f where f."name" = v."name" and f."version" = v."version"))
    order by "publishedAt" desc limit ${maxVersions}`
  const shown = versions.map(({ version }) => version)
  const hours = await db.read<HourRow[]>`
    select "version", "isProved", "visitors"::text as "visitors", "failedVisitors"::text as "failedVisitors", to_jsonb("vitals") as "vitals"
    from "health" where "name" = ${name} and "version" = any(${shown}::text[])`
  const failures = await db.read<(VersionHealth['failures'][number] & { version: string })[]>`
    select "version", "phase", "route", "error", "times"::float8 as "times", "firstAt", "lastAt",
      to_jsonb("frames") as "frames", to_jsonb("sourceLines") as "sourceLines"
    from "failure" where "name" = ${name} and "version" = any(${shown}::text[]) order by "times" desc, "firstAt"`
  return shown.map((version) => {
    const own = hours.filter((row) => row.version === version)
    const vitals = own.reduce((sum, row) => sum.map((count, group) => count + (row.vitals[group] ?? 0)), noVitals())
    return {
      version,
      users: addShares(own.filter(({ isProved }) => isProved)),
      networks: addShares(own.filter(({ isProved }) => !isProved)),
      vitals: typicalVitals(vitals),
      failures: failures.filter((failure) => failure.version === version),
    }
  })
}
