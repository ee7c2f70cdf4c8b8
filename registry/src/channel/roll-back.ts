import type { Channel } from 'contract/responses.ts'
import { addToLog } from '../log/log.sql.ts'
import { type Actor, runChange, type RegistryContext } from '../context.ts'
import {
  appendToHistory,
  find,
  findChannel,
  findChannels,
  findRunnable,
  movedMeanwhile,
  save,
  withoutCanary,
} from './channels.ts'
import { findUnfit, refuseUnfit } from './fit.ts'
import { RegistryRefusal } from '../http/refusal.ts'
import { findVersion, unpublishVersion } from '../version/versions.sql.ts'

/**
 * Ends the canary, otherwise goes back. `expect` is the revision that was seen.
 * @throws CHANNEL_NOT_FOUND, CHANNEL_MOVED, NOTHING_BEFORE, CHECK_FAILED
 */
export function rollBack(
  ctx: RegistryContext,
  name: string,
  channel: string,
  actor: Actor,
  expect?: number,
): Promise<Channel> {
  return runChange(ctx, name, actor, async (tx) => {
    const before = await findChannel(tx, name, channel)
    if (before.revision === 0)
      throw new RegistryRefusal('CHANNEL_NOT_FOUND', `${name} has no channel ${channel}. Publish to it first.`)
    if (expect !== undefined && expect !== before.revision) throw movedMeanwhile(before, actor)
    if (before.canary !== null) return save(tx, before, actor, { action: 'rollback', ...withoutCanary })
    const back = await stepBack(tx, before, async () => true)
    if (back.version === null)
      throw new RegistryRefusal(
        'NOTHING_BEFORE',
        `${channel} of ${name} has no previous version that can run. To remove it from the product, use "unpublish".`,
      )
    await refuseUnfit(tx, (await findRunnable(tx, name, back.version)).signed, channel === 'stable')
    return save(tx, before, actor, { action: 'rollback', ...back })
  })
}

/**
 * Unpublishes one version for good, and returns its channels to the latest previous version that
 * still fits. Without a version, removes `name` from all channels.
 * @throws RegistryRefusal CHANNEL_NOT_FOUND, VERSION_NOT_FOUND
 */
export function unpublish(
  ctx: RegistryContext,
  name: string,
  version: string | undefined,
  actor: Actor,
): Promise<Channel[]> {
  return runChange(ctx, name, actor, async (tx) => {
    const channels = await findChannels(tx, name)
    if (version === undefined) {
      if (channels.length === 0) throw new RegistryRefusal('CHANNEL_NOT_FOUND', `Nothing was published as ${name}.`)
      const moved: Channel[] = []
      for (const before of channels.filter((each) => each.version !== null || each.canary !== null))
        moved.push(
          await save(tx, before, actor, {
            action: 'unpublish',
            ...withoutCanary,
            version: null,
            history: appendToHistory(before),
          }),
        )
      return moved
    }
    const found = await find(tx, name, version)
    if (found.unpublishedAt) return []
    // Move channels first: the database rejects a channel with an unpublished version.
    const moved: Channel[] = []
    for (const before of channels.filter((each) => each.version === version || each.canary === version)) {
      // A page can go without a remote, but not without a shell.
      const isFit = async (signed: string) =>
        name === 'shell' || (await findUnfit(tx, signed, before.channel === 'stable')).length === 0
      const back = before.version === version ? await stepBack(tx, before, isFit, version) : {}
      moved.push(await save(tx, before, actor, { action: 'unpublish', ...withoutCanary, ...back }))
    }
    await unpublishVersion(tx, name, version)
    if (moved.length === 0) await addToLog(tx, actor, { action: 'unpublish', name, from: version })
    return moved
  })
}

/** Finds the latest previous version that was not unpublished and satisfies `isFit`. */
async function stepBack(
  tx: RegistryContext,
  { name, version, history }: Channel,
  isFit: (signed: string) => Promise<boolean>,
  unpublished?: string,
): Promise<Pick<Channel, 'version' | 'history'>> {
  for (let last = history.length - 1; last >= 0; last--) {
    const previous = history[last]
    if (previous === undefined || previous === version || previous === unpublished) continue
    const found = await findVersion(tx, name, previous)
    if (found && !found.unpublishedAt && (await isFit(found.signed)))
      return { version: previous, history: history.slice(0, last) }
  }
  return { version: null, history: [] }
}
