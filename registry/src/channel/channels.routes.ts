import { channel } from 'contract/responses.ts'
import { channelMove, channelName, releasedName, versionNumber } from 'contract/registry.ts'
import { z } from 'zod'
import type { ZodApp } from 'service/openapi-document.ts'
import { actorFor, type ApiContext } from '../token/caller.ts'
import { moveChannel } from './channels.ts'
import { rollBack, unpublish } from './roll-back.ts'

const tags = ['channels']
const params = z.object({ name: releasedName })
const why = z.string().max(500).optional()

export function channelRoutes(app: ZodApp, ctx: ApiContext): void {
  app.put(
    '/remotes/:name/channels/:channel',
    {
      config: { access: 'caller' },
      schema: {
        operationId: 'moveChannel',
        summary: 'Move a channel to a version, for all browsers or for a percentage',
        description: '`stable` needs the right `promote`, other channels need `publish`.',
        tags,
        params: params.extend({ channel: channelName }),
        body: channelMove,
        response: { 200: channel },
      },
    },
    async (request) => {
      const { body, params: of } = request
      const right = of.channel === 'stable' ? 'promote' : 'publish'
      return moveChannel(ctx, of.name, of.channel, body, await actorFor(ctx, request, of.name, right, body.why))
    },
  )

  app.post(
    '/remotes/:name/rollback',
    {
      config: { access: 'promote' },
      schema: {
        operationId: 'rollBack',
        summary: 'Return a channel to its previous version; repeat it to go further back',
        tags,
        params,
        body: z.object({ channel: channelName.default('stable'), why }),
        response: { 200: channel },
      },
    },
    async (request) => {
      const { name } = request.params
      const { body } = request
      return rollBack(ctx, name, body.channel, await actorFor(ctx, request, name, 'promote', body.why))
    },
  )

  app.post(
    '/remotes/:name/unpublish',
    {
      config: { access: 'promote' },
      schema: {
        operationId: 'unpublish',
        summary: 'Unpublish a remote from all channels, or one version for good',
        tags,
        params,
        body: z.object({ version: versionNumber.optional(), why }),
        response: { 200: z.object({ channels: z.array(channel).describe('The channels that moved') }) },
      },
    },
    async (request) => {
      const { name } = request.params
      const { body } = request
      const actor = await actorFor(ctx, request, name, 'promote', body.why)
      return { channels: await unpublish(ctx, name, body.version, actor) }
    },
  )
}
