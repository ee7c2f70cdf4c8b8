import { hasRow } from 'database/sql.ts'
import type { RemoteNotice } from 'contract/remote-notice.ts'
import type { RegistryContext } from '../context.ts'
import { findSourceLines } from './source-lines.ts'

export type SendNotice = (notice: RemoteNotice) => Promise<void>

/** For each version; `remote health` lists the others. */
const maxNotices = 10
const maxAtOnce = 20

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
 * one of each, however many servers call this.
 * @throws if a notice cannot be sent; the next call sends it
 */
export async function tellOwners(ctx: RegistryContext, send: SendNotice): Promise<void> {
  for (const { owner, told, frames, ...failure } of await findNew(ctx)) {
    const sourceLines = await findSourceLines(ctx, { ...failure, frames })
    if (!(await claim(ctx, failure, sourceLines)) || owner === null || told >= maxNotices) continue
    const { name: remote, version, error, phase, route } = failure
    const line = sourceLines.find((each) => !each.includes('node_modules/')) ?? sourceLines[0] ?? frames[0] ?? ''
    try {
      await send({ event: 'failed', owner, remote, version, error, phase, route, line })
    } catch (refusal) {
      await release(ctx, failure)
      throw refusal
    }
  }
}

const findNew = ({ db }: RegistryContext) => db.read<NewFailure[]>`
  select f."name", f."version", f."id", f."phase", f."route", f."error", to_jsonb(f."frames") as "frames",
    v."document" #>> '{description,owner}' as "owner",
    (select count(*)::int from "failure" t where t."name" = f."name" and t."version" = f."version" and t."toldAt" is not null) as "told"
  from "failure" f join "version" v on v."name" = f."name" and v."version" = f."version"
  where f."toldAt" is null order by f."firstAt" limit ${maxAtOnce}`

type FailureKey = Pick<NewFailure, 'name' | 'version' | 'id'>

const claim = ({ db, now }: RegistryContext, { name, version, id }: FailureKey, lines: string[]): Promise<boolean> =>
  hasRow(db.write`
    update "failure" set "toldAt" = ${now()}, "sourceLines" = ${lines}::text[]
    where "name" = ${name} and "version" = ${version} and "id" = ${id} and "toldAt" is null returning 1`)

async function release({ db }: RegistryContext, { name, version, id }: FailureKey): Promise<void> {
  await db.write`update "failure" set "toldAt" = null where "name" = ${name} and "version" = ${version} and "id" = ${id}`
}
