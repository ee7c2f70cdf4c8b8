import { type Facts, facts } from 'remote-tools/check/facts'
import { channelName, releasedName, versionNumber } from 'contract/registry.ts'
import type { FastifyRequest } from 'fastify'
import { callsOf } from 'service/calls.ts'
import type { ZodApp } from 'service/openapi-document.ts'
import { z } from 'zod'
import { cacheBriefly } from '../http/cache-briefly.ts'
import { actorFor, type ApiContext, findCaller } from '../token/caller.ts'
import { refuseOlder } from './refuse-older.ts'
import { requireKey } from '../token/tokens.ts'
import { findVersion } from '../version/versions.sql.ts'
import { refuseUnpublished } from './channels.ts'
import { readFacts } from './fit.ts'

const publication = z.object({
  name: releasedName,
  version: versionNumber,
  publicKey: z.string().max(100),
  channel: channelName,
})

export function factsRoutes(app: ZodApp, ctx: ApiContext): void {
  const read = async () => {
    await ctx.product.refresh()
    return readFacts(ctx, ctx.product)
  }
  const readPublic = cacheBriefly(ctx, async () => withoutPreviews(await read()))
  const { get } = callsOf(app, 'versions')
  get('/facts', 'readFacts', 'The live state that the registry checks each publish and each move against', {
    config: { access: 'anybody' },
    description:
      'Without a token: only what `stable` names. With a token and all four parameters, rejects a publish that would be ' +
      'rejected whatever the content is.',
    querystring: publication.partial().extend({
      order: z.literal('forwards').optional().describe('Rejects a version that is lower than that of the channel, too'),
    }),
    returns: facts.extend({
      published: z.boolean().optional().describe('Whether the version exists, so that only its content is accepted'),
    }),
    async handler(request) {
      if (request.headers.authorization === undefined) return readPublic()
      request.caller = await findCaller(ctx, request)
      const { data } = publication.safeParse(request.query)
      const published = data && (await isPublished(ctx, request, data))
      if (data && request.query.order) await refuseOlder(ctx, data, data.channel)
      return { ...(await read()), published }
    },
  })
}

// Versions on other channels are not announced yet, nor are the origins of their remotes.
function withoutPreviews({ shells, remotes, grants, ...rest }: Facts): Facts {
  const live = remotes.filter(({ isPublic }) => isPublic)
  return {
    ...rest,
    shells: shells.filter(({ isPublic }) => isPublic),
    remotes: live,
    grants: grants.filter((grant) => live.some(({ name }) => name === grant.name)),
  }
}

/** @throws RegistryRefusal FORBIDDEN, KEY_MISMATCH, VERSION_UNPUBLISHED */
async function isPublished(
  ctx: ApiContext,
  request: FastifyRequest,
  { name, version, publicKey, channel }: z.infer<typeof publication>,
): Promise<boolean> {
  await actorFor(ctx, request, name, 'publish')
  if (channel === 'stable') await actorFor(ctx, request, name, 'promote')
  if (request.caller?.token) requireKey(request.caller.token, publicKey)
  const known = await findVersion(ctx, name, version)
  if (known) refuseUnpublished(known)
  return known !== null
}
