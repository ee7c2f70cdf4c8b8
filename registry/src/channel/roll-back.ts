import type { Channel } from 'contract/responses.ts'
import { stepBack, withPrevious } from './channel-history.ts'
import { findChannels } from './channels.sql.ts'
import { addToLog } from '../log/log.sql.ts'
import { type Actor, changing, type RegistryContext } from '../context.ts'
import { find, findChannel, findRunnable, save, whole } from './channels.ts'
import { findUnfit, refuseUnfit } from './fit.ts'
import { RegistryRefusal } from '../http/refusal.ts'
import { withdrawVersion } from '../version/versions.sql.ts'

/**
 * Lets a channel show again what it did before: without the candidate that some browsers get, else the version before; again goes
 * further back.
 * @throws RegistryRefusal CHANNEL_NOT_FOUND, NOTHING_BEFORE, CHECK_FAILED
 */
export function rollBack(ctx: RegistryContext, name: string, channel: string, actor: Actor): Promise<Channel> {
  return changing(ctx, name, actor, async (tx) => {
    const before = await findChannel(tx, name, channel)
    if (before.revision === 0)
      throw new RegistryRefusal('CHANNEL_NOT_FOUND', `${name} has no channel ${channel}: nothing was published to it.`)
    if (before.candidate !== null) return save(tx, before, actor, { action: 'rollback', ...whole })
    const back = await stepBack(tx, before, async () => true)
    if (back.version === null)
      throw new RegistryRefusal(
        'NOTHING_BEFORE',
        `${channel} of ${name} showed nothing before that could be shown again. "withdraw" takes it out of the product.`,
      )
    await refuseUnfit(tx, (await findRunnable(tx, name, back.version)).signed, channel === 'stable')
    return save(tx, before, actor, { action: 'rollback', ...back })
  })
}

/**
 * Without a version: takes `name` off all its channels, out of the product. With one: it is never to run again; channels that show it
 * go back to the version before that still fits.
 * @throws RegistryRefusal CHANNEL_NOT_FOUND, VERSION_NOT_FOUND
 */
export function withdraw(
  ctx: RegistryContext,
  name: string,
  version: string | undefined,
  actor: Actor,
): Promise<Channel[]> {
  return changing(ctx, name, actor, async (tx) => {
    const channels = await findChannels(tx, name)
    if (version === undefined) {
      if (channels.length === 0) throw new RegistryRefusal('CHANNEL_NOT_FOUND', `Nothing was published as ${name}.`)
      const moved: Channel[] = []
      for (const before of channels.filter((each) => each.version !== null || each.candidate !== null))
        moved.push(
          await save(tx, before, actor, { action: 'withdraw', ...whole, version: null, history: withPrevious(before) }),
        )
      return moved
    }
    const found = await find(tx, name, version)
    if (found.withdrawnAt) return []
    // Before it is withdrawn: no channel may name it then.
    const moved: Channel[] = []
    for (const before of channels.filter((each) => each.version === version || each.candidate === version)) {
      // There are no pages without a shell, but there are without a remote.
      const isFit = async (signed: string) =>
        name === 'shell' || (await findUnfit(tx, signed, before.channel === 'stable')).length === 0
      const back = before.version === version ? await stepBack(tx, before, isFit, version) : {}
      moved.push(await save(tx, before, actor, { action: 'withdraw', ...whole, ...back }))
    }
    await withdrawVersion(tx, name, version)
    if (moved.length === 0) await addToLog(tx, actor, { action: 'withdraw', name, from: version })
    return moved
  })
}
