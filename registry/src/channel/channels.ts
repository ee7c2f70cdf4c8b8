import { sql } from 'database/sql.ts'
import type { Channel } from 'contract/responses.ts'
import { describeChannel } from 'remote-tools/command/format'
import type { ChannelMove } from 'contract/registry.ts'
import { addToLog, type LogEntry } from '../log/log.sql.ts'
import { type Actor, runChange, type RegistryContext } from '../context.ts'
import { refuseFailing, refuseUnfit } from './fit.ts'
import { hideOperator } from '../http/hide-operators.ts'
import { RegistryRefusal } from '../http/refusal.ts'
import { findVersion, noteLastLive, type StoredVersion } from '../version/versions.sql.ts'

export function moveChannel(
  ctx: RegistryContext,
  name: string,
  channel: string,
  move: ChannelMove,
  actor: Actor,
): Promise<Channel> {
  return runChange(ctx, name, actor, (tx) => moveWithin(tx, name, channel, move, actor))
}

const maxChannels = 200
/** By tokens, for one remote: the log and the memory of every server grow with each change. */
const maxChangesPerHour = 1000

/** Never limits operators. Rollbacks do not call it. */
export async function checkChangeRate(tx: RegistryContext, name: string, actor: Actor): Promise<void> {
  if (!actor.token) return
  const [oldest] = await tx.db.read<{ at: Date }[]>`
    select "at" from "log" where "name" = ${name} order by "id" desc limit 1 offset ${maxChangesPerHour}`
  if (oldest && tx.now().getTime() - oldest.at.getTime() < 3_600_000)
    throw new RegistryRefusal(
      'TOO_MANY_CHANGES',
      `${name} had ${maxChangesPerHour} changes within the last hour, the maximum. Find out from its log who makes them, and try again later.`,
    )
}

export async function moveWithin(
  tx: RegistryContext,
  name: string,
  channel: string,
  { version, percent, expect, evenIfScreensFail, keep }: ChannelMove,
  actor: Actor,
): Promise<Channel> {
  await checkChangeRate(tx, name, actor)
  const before = await findChannel(tx, name, channel)
  if (before.revision === 0 && (await findChannels(tx, name)).length >= maxChannels)
    throw new RegistryRefusal(
      'LIMIT_REACHED',
      `${name} already has ${maxChannels} channels, the maximum. An operator can remove unused ones of pull requests: npm run remote -- prune`,
    )
  if (expect !== undefined && expect !== before.revision) throw movedMeanwhile(before, actor)
  const { signed, failing } = await findRunnable(tx, name, version)
  if (channel === 'stable' && !evenIfScreensFail) refuseFailing({ name, version }, failing)
  // The other browsers can go without a remote, but not without a shell.
  if (percent < 100 && before.version === null && name === 'shell')
    throw new RegistryRefusal(
      'NOTHING_BEFORE',
      `${channel} has no shell for the other browsers. Promote ${version} without a percentage.`,
    )
  await refuseUnfit(tx, signed, channel === 'stable')
  const hasCanary = percent < 100 && version !== before.version
  const moved = await save(tx, before, actor, {
    action: 'move',
    ...(hasCanary
      ? { canary: version, percent }
      : { ...withoutCanary, version, history: appendToHistory(before, version) }),
  })
  if (keep)
    await tx.db.write`
      update "channel" set "keptRevision" = "revision" where "name" = ${name} and "channel" = ${channel}`
  return moved
}

export const withoutCanary = { canary: null, percent: 0 }

const maxHistory = 10

export const appendToHistory = ({ version, history }: Channel, next?: string): string[] =>
  version === null || version === next ? [...history] : [...history, version].slice(-maxHistory)

export function findChannels({ db }: RegistryContext, name?: string): Promise<Channel[]> {
  return db.read<Channel[]>`
    select "name", "channel", "version", "canary", "percent", "revision"::float8 as "revision", to_jsonb("history") as "history", "movedAt", "movedBy"
    from "channel" ${name === undefined ? sql`` : sql`where "name" = ${name}`} order by "name", "channel"`
}

export async function findChannel(tx: RegistryContext, name: string, channel: string): Promise<Channel> {
  const found = (await findChannels(tx, name)).find((each) => each.channel === channel)
  const nothing = { version: null, ...withoutCanary, revision: 0, history: [], movedAt: tx.now(), movedBy: '' }
  return found ?? { name, channel, ...nothing }
}

export async function find(tx: RegistryContext, name: string, version: string): Promise<StoredVersion> {
  const found = await findVersion(tx, name, version)
  if (found) return found
  throw new RegistryRefusal('VERSION_NOT_FOUND', `There is no ${name} ${version}. Publish it first.`, { name, version })
}

export async function findRunnable(tx: RegistryContext, name: string, version: string): Promise<StoredVersion> {
  const found = await find(tx, name, version)
  refuseUnpublished(found)
  return found
}

export function refuseUnpublished({ name, version, unpublishedAt }: StoredVersion): void {
  if (unpublishedAt)
    throw new RegistryRefusal(
      'VERSION_UNPUBLISHED',
      `${name} ${version} was unpublished at ${unpublishedAt.toISOString()} and cannot run again. Publish another version.`,
      { name, version },
    )
}

export async function save(
  tx: RegistryContext,
  before: Channel,
  actor: Actor,
  { action, ...change }: Pick<LogEntry, 'action'> & Partial<Channel>,
): Promise<Channel> {
  const after = { ...before, ...change, revision: before.revision + 1, movedAt: tx.now(), movedBy: actor.who }
  const { name, channel, ...moved } = after
  await tx.db.write`
    insert into "channel" ${sql(after)} on conflict ("name", "channel") do update set ${sql(moved)}`
  const named = [after.version, after.canary]
  // Pages had the previous version as their fallback.
  const left = [before.version, before.canary, before.history.at(-1)].flatMap((version) =>
    version == null || named.includes(version) ? [] : version,
  )
  await noteLastLive(tx, name, left)
  const from = change.canary === null && before.canary !== null ? before.canary : before.version
  await addToLog(tx, actor, {
    action,
    name,
    channel,
    from,
    to: after.canary ?? after.version,
    percent: after.canary === null ? null : after.percent,
    change: describeMove(before, after),
  })
  return after
}

function describeMove(before: Channel, after: Channel): string {
  const shown = describeChannel(after)
  if (before.version === null && before.canary === null) return shown
  const isForEveryone = before.canary !== null && after.canary === null && after.version !== null
  return `${describeChannel(before)} → ${shown}${isForEveryone ? ' for everyone' : ''}`
}

export const movedMeanwhile = (found: Channel, actor: Actor) => {
  const { name, channel, version, canary, percent, revision, movedAt } = found
  const movedBy = actor.token ? hideOperator(found.movedBy) : found.movedBy
  const rollout = canary === null ? '' : `, ${canary} for ${percent} %`
  const shown =
    revision === 0 ? 'It has never moved' : `${movedBy} moved it to ${version}${rollout} at ${movedAt.toISOString()}`
  return new RegistryRefusal(
    'CHANNEL_MOVED',
    `${channel} of ${name} has changed since you read it. ${shown} (revision ${revision}). Read it again before you move it.`,
    { by: movedBy, at: movedAt.toISOString(), to: canary ?? version, revision },
  )
}
