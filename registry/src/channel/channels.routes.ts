import { channel } from 'contract/responses.ts'
import { channelMove, channelName, releasedName, versionNumber, why } from 'contract/registry.ts'
import { callsOf } from 'service/calls.ts'
import { z } from 'zod'
import type { ZodApp } from 'service/openapi-document.ts'
import type { UploadLimits } from '../http/limit-uploads.ts'
import { actorFor, type ApiContext } from '../token/caller.ts'
import { moveChannel } from './channels.ts'
import { rollBack, unpublish } from './roll-back.ts'

const params = z.object({ name: releasedName })

export function channelRoutes(app: ZodApp, ctx: ApiContext, { elsewhere }: UploadLimits): void {
  const { post, put } = callsOf(app, 'channels')

  put(
    '/remotes/:name/channels/:channel',
    'moveChannel',
    'Move a channel to a version, for all browsers or for a percentage',
    {
      config: { access: 'caller' },
      onRequest: elsewhere,
      description: '`stable` needs the right `promote`, other channels need `publish`.',
      params: params.extend({ channel: channelName }),
      body: channelMove,
      returns: channel,
      async handler(request) {
        const { body, params: of } = request
        const right = of.channel === 'stable' ? 'promote' : 'publish'
        return moveChannel(ctx, of.name, of.channel, body, await actorFor(ctx, request, of.name, right, body.why))
      },
    },
  )

  post(
    '/remotes/:name/rollback',
    'rollBack',
    'Return a channel to its previous version; repeat it to go further back',
    {
      config: { access: 'promote' },
      onRequest: elsewhere,
      params,
      body: z.object({ channel: channelName.default('stable'), why }),
      returns: channel,
      async handler(request) {
        const { name } = request.params
        const { body } = request
        return rollBack(ctx, name, body.channel, await actorFor(ctx, request, name, 'promote', body.why))
      },
    },
  )

  post('/remotes/:name/unpublish', 'unpublish', 'Unpublish a remote from all channels, or one version for good', {
    config: { access: 'promote' },
    onRequest: elsewhere,
    params,
    body: z.object({ version: versionNumber.optional(), why }),
    returns: z.object({ channels: z.array(channel).describe('The channels that moved') }),
    async handler(request) {
      const { name } = request.params
      const { body } = request
      const actor = await actorFor(ctx, request, name, 'promote', body.why)
      return { channels: await unpublish(ctx, name, body.version, actor) }
    },
  })
}
