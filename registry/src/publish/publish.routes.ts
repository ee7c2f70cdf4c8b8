import type { FastifyReply, FastifyRequest } from 'fastify'
import { channel } from 'contract/responses.ts'
import { integrity, publishRequest, releasedName, versionNumber } from 'contract/registry.ts'
import { z } from 'zod'
import type { ZodApp } from 'service/openapi-document.ts'
import { actorFor, type ApiContext } from '../token/caller.ts'
import { publishVersion } from './publish.ts'
import { parseDocument } from './parse-document.ts'
import { RegistryRefusal } from '../http/refusal.ts'
import { findMissing } from '../version/files.sql.ts'

const tags = ['versions']

/** Of a publish in bytes, with its files in base64: some times what a remote or the shell has. */
const bodyLimit = 32 * 1024 * 1024
/** Bytes of publishes that are read and worked on at once, of all and of one caller: who comes then is asked to come again. */
const atOnce = { all: 8 * bodyLimit, caller: 2 * bodyLimit }

/** Publishing a version, and before it asking which of its files have to be sent. */
export function publishRoutes(app: ZodApp, ctx: ApiContext): void {
  app.post(
    '/missing-files',
    {
      config: { access: 'publish' },
      bodyLimit: 1024 * 1024,
      schema: {
        operationId: 'findMissingFiles',
        summary: 'Which contents a publish has to send, because the registry has them not',
        tags,
        body: z.object({ hashes: z.array(integrity).max(10_000) }),
        response: { 200: z.object({ missing: z.array(integrity) }) },
      },
    },
    async ({ body }) => ({ missing: await findMissing(ctx, body.hashes) }),
  )

  app.post(
    '/versions',
    {
      config: { access: 'publish' },
      bodyLimit,
      onRequest: limitConcurrentBytes(),
      schema: {
        operationId: 'publishVersion',
        summary: 'Publish one version, and move a channel to it',
        description: 'The same version again is answered as the first time. Moving `stable` needs the right `promote`.',
        tags,
        body: publishRequest,
        response: {
          200: z.object({
            name: releasedName,
            version: versionNumber,
            isNew: z.boolean().describe('False: it was there already, with the same content'),
            channel: channel.nullable(),
          }),
        },
      },
    },
    async (request) => {
      const { body } = request
      const { name } = parseDocument(body.document)
      if (body.channel === 'stable') await actorFor(ctx, request, name, 'promote')
      const actor = await actorFor(ctx, request, name, 'publish', body.why)
      const { document, ...published } = await publishVersion(ctx, body, actor)
      return { name: document.name, version: document.version, ...published }
    },
  )
}

/** A hook that refuses a publish while too many bytes of publishes are being worked on. */
function limitConcurrentBytes() {
  const workedOn = new Map<string, number>()
  return async ({ headers, caller }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const who = caller?.who ?? ''
    const bytes = Math.min(Number(headers['content-length'] ?? bodyLimit), bodyLimit)
    const [all, own] = [[...workedOn.values()].reduce((sum, one) => sum + one, 0), workedOn.get(who) ?? 0]
    if (all + bytes > atOnce.all || own + bytes > atOnce.caller)
      throw new RegistryRefusal('SERVER_BUSY', 'Too much is published at this moment. Try again in some seconds.')
    workedOn.set(who, own + bytes)
    reply.raw.once('close', () => {
      const left = (workedOn.get(who) ?? 0) - bytes
      if (left > 0) workedOn.set(who, left)
      else workedOn.delete(who)
    })
  }
}
