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

const bodyLimit = 32 * 1024 * 1024 // several times the size of the largest remote or shell
const maxConcurrentBytes = { all: 8 * bodyLimit, caller: 2 * bodyLimit }

export function publishRoutes(app: ZodApp, ctx: ApiContext): void {
  app.post(
    '/missing-files',
    {
      config: { access: 'publish' },
      bodyLimit: 1024 * 1024,
      schema: {
        operationId: 'findMissingFiles',
        summary: 'Find out which file contents a publish has to send',
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
        summary: 'Publish a version, and optionally move a channel to it',
        description: 'Publishing the same content again succeeds. Moving `stable` needs the right `promote`.',
        tags,
        body: publishRequest,
        response: {
          200: z.object({
            name: releasedName,
            version: versionNumber,
            isNew: z.boolean().describe('False if it was already published with the same content'),
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

function limitConcurrentBytes() {
  const running = new Map<string, number>()
  return async ({ headers, caller }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const who = caller?.who ?? ''
    const bytes = Math.min(Number(headers['content-length'] ?? bodyLimit), bodyLimit)
    const [all, own] = [[...running.values()].reduce((sum, one) => sum + one, 0), running.get(who) ?? 0]
    if (all + bytes > maxConcurrentBytes.all || own + bytes > maxConcurrentBytes.caller)
      throw new RegistryRefusal('SERVER_BUSY', 'Too many publishes are running. Try again in a few seconds.')
    running.set(who, own + bytes)
    reply.raw.once('close', () => {
      const left = (running.get(who) ?? 0) - bytes
      if (left > 0) running.set(who, left)
      else running.delete(who)
    })
  }
}
