import { pruned, releasedRemote, releases } from 'contract/responses.ts'
import { releasedName, versionNumber } from 'contract/registry.ts'
import { z } from 'zod'
import { version as versionResponse } from '../http/response-schemas.ts'
import type { ZodApp } from 'service/openapi-document.ts'
import { registryCallsOf } from '../token/registry-call.ts'
import type { ApiContext } from '../token/caller.ts'
import { findChannels } from '../channel/channels.sql.ts'
import { RegistryRefusal } from '../http/refusal.ts'
import { findVersion, listReleased, listVersions } from '../version/versions.sql.ts'
import { prune } from './prune.ts'

const call = registryCallsOf('versions')
const named = z.object({ name: releasedName })

export function versionRoutes(app: ZodApp, ctx: ApiContext): void {
  app.get(
    '/remotes',
    call('caller', 'listRemotes', 'List all remotes and the shell with their channels', {
      returns: z.object({ remotes: z.array(releases) }),
    }),
    async () => {
      const [names, channels] = await Promise.all([listReleased(ctx), findChannels(ctx)])
      const ofName = Map.groupBy(channels, ({ name }) => name)
      return { remotes: names.map((name) => ({ name, channels: ofName.get(name) ?? [] })) }
    },
  )

  app.get(
    '/remotes/:name',
    call('caller', 'readRemote', 'Read one remote with its versions, latest first', {
      params: named,
      returns: releasedRemote,
    }),
    async ({ params: { name } }) => {
      const [channels, versions] = await Promise.all([findChannels(ctx, name), listVersions(ctx, name)])
      if (versions.length === 0)
        throw new RegistryRefusal(
          'REMOTE_NOT_FOUND',
          `Nothing was published as ${name}. List all remotes with: npm run remote -- list`,
        )
      return { name, channels, versions }
    },
  )

  app.get(
    '/remotes/:name/versions/:version',
    call('caller', 'readVersion', 'Read one version with its signed document', {
      params: named.extend({ version: versionNumber }),
      returns: versionResponse,
    }),
    async ({ params: { name, version } }) => {
      const found = await findVersion(ctx, name, version)
      if (!found) throw new RegistryRefusal('VERSION_NOT_FOUND', `There is no ${name} ${version}.`, { name, version })
      return { ...found, document: found.signed }
    },
  )

  app.post(
    '/prune',
    call('operator', 'prune', 'Remove versions that no channel, rollback, preview or page of the last 30 days needs', {
      returns: pruned,
    }),
    async ({ caller }) => prune(ctx, { who: caller?.who ?? '' }),
  )
}
