import { channel } from 'contract/responses.ts'
import { channelMove, channelName, releasedName, versionNumber } from 'contract/registry.ts'
import { z } from 'zod'
import type { ZodApp } from 'service/openapi-document.ts'
import { registryCallsOf } from '../token/registry-call.ts'
import { actorFor, type ApiContext } from '../token/caller.ts'
import { moveChannel } from './channels.ts'
import { rollBack, unpublish } from './roll-back.ts'

const call = registryCallsOf('channels')
const params = z.object({ name: releasedName })
const why = z.string().max(500).optional()

export function channelRoutes(app: ZodApp, ctx: ApiContext): void {
  app.put(
    '/remotes/:name/channels/:channel',
    call('caller', 'moveChannel', 'Move a channel to a version, for all browsers or for a percentage', {
      description: '`stable` needs the right `promote`, other channels need `publish`.',
      params: params.extend({ channel: channelName }),
      body: channelMove,
      returns: channel,
    }),
    async (request) => {
      const { body, params: of } = request
      const right = of.channel === 'stable' ? 'promote' : 'publish'
      return moveChannel(ctx, of.name, of.channel, body, await actorFor(ctx, request, of.name, right, body.why))
    },
  )

  app.post(
    '/remotes/:name/rollback',
    call('promote', 'rollBack', 'Return a channel to its previous version; repeat it to go further back', {
      params,
      body: z.object({ channel: channelName.default('stable'), why }),
      returns: channel,
    }),
    async (request) => {
      const { name } = request.params
      const { body } = request
      return rollBack(ctx, name, body.channel, await actorFor(ctx, request, name, 'promote', body.why))
    },
  )

  app.post(
    '/remotes/:name/unpublish',
    call('promote', 'unpublish', 'Unpublish a remote from all channels, or one version for good', {
      params,
      body: z.object({ version: versionNumber.optional(), why }),
      returns: z.object({ channels: z.array(channel).describe('The channels that moved') }),
    }),
    async (request) => {
      const { name } = request.params
      const { body } = request
      const actor = await actorFor(ctx, request, name, 'promote', body.why)
      return { channels: await unpublish(ctx, name, body.version, actor) }
    },
  )
}
