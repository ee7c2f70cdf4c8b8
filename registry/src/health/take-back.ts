import { firstRow } from 'database/sql.ts'
import type { Channel, HealthShare } from 'contract/responses.ts'
import { findChannel } from '../channel/channels.ts'
import { rollBack } from '../channel/roll-back.ts'
import type { RegistryContext } from '../context.ts'
import { RegistryRefusal } from '../http/refusal.ts'
import { addShares } from './read-health.ts'
import { isWorse, maxAge, minAge } from './rule.ts'

export interface TakenBack {
  readonly name: string
  readonly version: string
  /** The version that is shown again. */
  readonly before: string
  readonly now: HealthShare
  readonly usual: HealthShare
  /** As `remote.json` names it. */
  readonly owner: string | null
}

const hour = 60 * 60_000
/** How far back failures of the version before count as usual. */
const usualAge = 7 * 24 * hour
/** For rollout percentages, which may last for days: both versions in the same time. */
const window = 2 * hour

/** Ends rollout percentages, and promotions of the last hour, by the rule. Several servers may call it at once. */
export async function takeBackWorse(
  ctx: RegistryContext,
  points: number,
  onRefused: (name: string, refusal: RegistryRefusal) => void,
): Promise<TakenBack[]> {
  const taken: TakenBack[] = []
  if (points === 0) return taken
  for (const name of await listYoung(ctx)) {
    const channel = await findChannel(ctx, name, 'stable')
    const found = await findWorse(ctx, channel, points)
    if (!found || !(await isUndoable(ctx, channel))) continue
    const { revision } = channel
    const { now, usual } = found
    const why = `${now.failed} of ${now.visitors} ${found.isProved ? 'users' : 'networks'} had failures, ${usual.failed} of ${usual.visitors} before`
    try {
      await rollBack(ctx, name, 'stable', { who: 'automatic', why }, revision)
      taken.push(found)
    } catch (error) {
      if (!(error instanceof RegistryRefusal)) throw error
      // Another server, or a person, was faster.
      if (error.code !== 'CHANNEL_MOVED') onRefused(name, error)
    }
  }
  return taken
}

/** Usually none, so that looking every two seconds costs one row. */
async function listYoung({ db, now }: RegistryContext): Promise<string[]> {
  const time = now().getTime()
  const rows = await db.read<{ name: string }[]>`
    select "name" from "channel" where "channel" = 'stable' and "name" <> 'shell' and "movedAt" <= ${new Date(time - minAge)}
      and ("canary" is not null or "movedAt" >= ${new Date(time - maxAge)}) order by "name"`
  return rows.map(({ name }) => name)
}

async function findWorse(ctx: RegistryContext, channel: Channel, points: number) {
  const { name, canary, movedAt, history } = channel
  const version = canary ?? channel.version
  const before = canary === null ? history.findLast((each) => each !== version) : channel.version
  if (version === null || before == null) return null
  const since = new Date(Math.max(movedAt.getTime(), ctx.now().getTime() - window))
  // Guests' reports are invented more easily, so they end a percentage and nothing else.
  for (const isProved of canary === null ? [true] : [true, false]) {
    const now = await readTogether(ctx, { name, version, isProved }, since)
    const usual =
      canary === null
        ? await readHours(ctx, { name, version: before, isProved }, new Date(movedAt.getTime() - usualAge))
        : await readTogether(ctx, { name, version: before, isProved }, since)
    if (isWorse(now, usual, points)) {
      const owner = await findOwner(ctx, name, version)
      return { name, version, before, now, usual, isProved, owner }
    }
  }
  return null
}

interface Sought {
  readonly name: string
  readonly version: string
  readonly isProved: boolean
}

/** Counts each visitor once. */
async function readTogether({ db }: RegistryContext, { name, version, isProved }: Sought, since: Date) {
  const rows = await db.read<{ visitors: string | null; failedVisitors: string | null }[]>`
    select bit_or("visitors")::text as "visitors", bit_or("failedVisitors")::text as "failedVisitors" from "health"
    where "name" = ${name} and "version" = ${version} and "isProved" = ${isProved} and "since" >= ${since}`
  return addShares(
    rows.flatMap(({ visitors, failedVisitors }) => (visitors && failedVisitors ? { visitors, failedVisitors } : [])),
  )
}

/** Counts each visitor once an hour, as long as a promotion is watched. */
async function readHours({ db }: RegistryContext, { name, version, isProved }: Sought, since: Date) {
  return addShares(
    await db.read<{ visitors: string; failedVisitors: string }[]>`
      select "visitors"::text as "visitors", "failedVisitors"::text as "failedVisitors" from "health"
      where "name" = ${name} and "version" = ${version} and "isProved" = ${isProved} and "since" >= ${since}`,
  )
}

async function findOwner({ db }: RegistryContext, name: string, version: string): Promise<string | null> {
  const row = await firstRow(db.read<{ owner: string | null }[]>`
    select "document" #>> '{description,owner}' as "owner" from "version" where "name" = ${name} and "version" = ${version}`)
  return row && row.owner
}

/** Not what a person has kept, and not a rollback, which would go back twice. */
async function isUndoable({ db }: RegistryContext, { name, revision }: Channel): Promise<boolean> {
  const row = await firstRow(db.read<{ isUndoable: boolean }[]>`
    select "keptRevision" is distinct from ${revision} and (
      select "action" from "log" l where l."name" = c."name" and l."channel" = 'stable' order by "id" desc limit 1
    ) = 'move' as "isUndoable" from "channel" c where "name" = ${name} and "channel" = 'stable'`)
  return row?.isUndoable === true
}
