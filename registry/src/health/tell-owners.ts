import { hasRow, sql } from 'database/sql.ts'
import type { RemoteNotice } from 'contract/remote-notice.ts'
import type { RegistryContext } from '../context.ts'
import { findSourceLines } from './source-lines.ts'

export type SendNotice = (notice: RemoteNotice) => Promise<void>

/** For each version; `remote health` lists the others. */
const maxNotices = 10
const maxAtOnce = 20
/** In milliseconds. Afterwards another server sends the notice: the one that claimed it has ended. */
const lease = 60_000

interface NewFailure {
  name: string
  version: string
  id: string
  phase: string
  route: string
  error: string
  frames: string[]
  owner: string | null
  told: number
}

/**
 * Finds the source lines of new kinds of failures, and sends notices to the owner of the remote:
 * one of each, however many servers call this, or two if one of them ends while it sends.
 * @throws if a notice cannot be sent; the next call sends it
 */
export async function tellOwners(ctx: RegistryContext, send: SendNotice): Promise<void> {
  for (const { owner, told, frames, ...failure } of await findNew(ctx)) {
    const sourceLines = await findSourceLines(ctx, { ...failure, frames })
    if (!(await claim(ctx, failure, sourceLines))) continue
    const { name: remote, version, error, phase, route } = failure
    const line = sourceLines.find((each) => !each.includes('node_modules/')) ?? sourceLines[0] ?? frames[0] ?? ''
    try {
      if (owner !== null && told < maxNotices)
        await send({ event: 'failed', owner, remote, version, error, phase, route, line })
    } catch (refusal) {
      await mark(ctx, failure, { claimedAt: null, toldAt: null })
      throw refusal
    }
    await mark(ctx, failure, { claimedAt: null, toldAt: ctx.now() })
  }
}

const isUnclaimed = (now: Date) => sql`
  f."toldAt" is null and (f."claimedAt" is null or f."claimedAt" < ${new Date(now.getTime() - lease)})`

const findNew = ({ db, now }: RegistryContext) => db.read<NewFailure[]>`
  select f."name", f."version", f."id", f."phase", f."route", f."error", to_jsonb(f."frames") as "frames",
    v."document" #>> '{description,owner}' as "owner",
    (select count(*)::int from "failure" t where t."name" = f."name" and t."version" = f."version" and t."toldAt" is not null) as "told"
  from "failure" f join "version" v on v."name" = f."name" and v."version" = f."version"
  where ${isUnclaimed(now())} order by f."firstAt" limit ${maxAtOnce}`

type FailureKey = Pick<NewFailure, 'name' | 'version' | 'id'>

const claim = ({ db, now }: RegistryContext, { name, version, id }: FailureKey, lines: string[]): Promise<boolean> =>
  hasRow(db.write`
    update "failure" f set "claimedAt" = ${now()}, "sourceLines" = ${lines}::text[]
    where "name" = ${name} and "version" = ${version} and "id" = ${id} and ${isUnclaimed(now())} returning 1`)

async function mark(
  { db }: RegistryContext,
  { name, version, id }: FailureKey,
  times: Record<'claimedAt' | 'toldAt', Date | null>,
) {
  await db.write`update "failure" set ${sql(times)} where "name" = ${name} and "version" = ${version} and "id" = ${id}`
}
