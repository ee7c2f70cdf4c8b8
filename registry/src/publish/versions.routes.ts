import { channel, releasedRemote, releases } from 'contract/responses.ts'
import { integrity, publishRequest, releasedName, versionNumber } from 'contract/registry.ts'
import { z } from 'zod'
import { version as versionAnswer } from '../http/answers.ts'
import type { ZodApp } from 'service/openapi-document.ts'
import { actorFor, type ApiContext } from '../token/caller.ts'
import { findChannels } from '../channel/channels.sql.ts'
import { parseDocument, publishVersion } from './publish.ts'
import { RegistryRefusal } from '../http/refusal.ts'
import { findMissing, findVersion, listReleased, listVersions } from '../version/versions.sql.ts'

const tags = ['versions']
const named = z.object({ name: releasedName })

/** Of a publish in bytes, with its files in base64: some times what a remote or the shell has. */
const bodyLimit = 32 * 1024 * 1024
/** Bytes of publishes that are read and worked on at once, of all and of one caller: who comes then is asked to come again. */
const atOnce = { all: 8 * bodyLimit, caller: 2 * bodyLimit }

export function versionRoutes(app: ZodApp, ctx: ApiContext): void {
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

  const workedOn = new Map<string, number>()
  app.post(
    '/versions',
    {
      config: { access: 'publish' },
      bodyLimit,
      onRequest: async ({ headers, caller }, reply) => {
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
      },
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

  app.get(
    '/remotes',
    {
      config: { access: 'caller' },
      schema: {
        operationId: 'listRemotes',
        summary: 'All remotes and the shell, with what each channel shows',
        tags,
        response: {
          200: z.object({ remotes: z.array(releases) }),
        },
      },
    },
    async () => {
      const [names, channels] = await Promise.all([listReleased(ctx), findChannels(ctx)])
      const ofName = Map.groupBy(channels, ({ name }) => name)
      return { remotes: names.map((name) => ({ name, channels: ofName.get(name) ?? [] })) }
    },
  )

  app.get(
    '/remotes/:name',
    {
      config: { access: 'caller' },
      schema: {
        operationId: 'readRemote',
        summary: 'One of them, with its versions, the latest first',
        tags,
        params: named,
        response: {
          200: releasedRemote,
        },
      },
    },
    async ({ params: { name } }) => {
      const [channels, versions] = await Promise.all([findChannels(ctx, name), listVersions(ctx, name)])
      if (versions.length === 0)
        throw new RegistryRefusal(
          'REMOTE_NOT_FOUND',
          `Nothing was published as ${name}. npm run remote -- list tells what was.`,
        )
      return { name, channels, versions }
    },
  )

  app.get(
    '/remotes/:name/versions/:version',
    {
      config: { access: 'caller' },
      schema: {
        operationId: 'readVersion',
        summary: 'A version as it was signed',
        tags,
        params: named.extend({ version: versionNumber }),
        response: { 200: versionAnswer },
      },
    },
    async ({ params: { name, version } }) => {
      const found = await findVersion(ctx, name, version)
      if (!found) throw new RegistryRefusal('VERSION_NOT_FOUND', `There is no ${name} ${version}.`, { name, version })
      return { ...found, document: found.signed }
    },
  )
}
