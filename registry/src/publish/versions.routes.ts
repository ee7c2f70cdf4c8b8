import { pruned, releasedRemote, releases } from 'contract/responses.ts'
import { releasedName, versionNumber } from 'contract/registry.ts'
import { callsOf } from 'service/calls.ts'
import { z } from 'zod'
import { version as versionResponse } from '../http/response-schemas.ts'
import type { ZodApp } from 'service/openapi-document.ts'
import type { ApiContext } from '../token/caller.ts'
import { findChannels } from '../channel/channels.ts'
import { summarizeHealth } from '../health/read-health.ts'
import { RegistryRefusal } from '../http/refusal.ts'
import { findVersion, listReleased, listVersions } from '../version/versions.sql.ts'
import { prune } from './prune.ts'

const config = { access: 'caller' } as const
const named = z.object({ name: releasedName })

export function versionRoutes(app: ZodApp, ctx: ApiContext): void {
  const { get, post } = callsOf(app, 'versions')

  get('/remotes', 'listRemotes', 'List all remotes and the shell with their channels', {
    config,
    returns: z.object({ remotes: z.array(releases) }),
    async handler() {
      const [names, channels, healthOf] = await Promise.all([
        listReleased(ctx),
        findChannels(ctx),
        summarizeHealth(ctx),
      ])
      const ofName = Map.groupBy(channels, ({ name }) => name)
      return { remotes: names.map((name) => ({ name, channels: ofName.get(name) ?? [], health: healthOf(name) })) }
    },
  })

  get('/remotes/:name', 'readRemote', 'Read one remote with its versions, latest first', {
    config,
    params: named,
    returns: releasedRemote,
    async handler({ params: { name } }) {
      const [channels, versions, healthOf] = await Promise.all([
        findChannels(ctx, name),
        listVersions(ctx, name),
        summarizeHealth(ctx, name),
      ])
      if (versions.length === 0)
        throw new RegistryRefusal(
          'REMOTE_NOT_FOUND',
          `Nothing was published as ${name}. List all remotes with: npm run remote -- list`,
        )
      return { name, channels, versions, health: healthOf(name) }
    },
  })

  get('/remotes/:name/versions/:version', 'readVersion', 'Read one version with its signed document', {
    config,
    params: named.extend({ version: versionNumber }),
    returns: versionResponse,
    async handler({ params: { name, version } }) {
      const found = await findVersion(ctx, name, version)
      if (!found) throw new RegistryRefusal('VERSION_NOT_FOUND', `There is no ${name} ${version}.`, { name, version })
      return { ...found, document: found.signed }
    },
  })

  post('/prune', 'prune', 'Remove versions that no channel, rollback, preview or page of the last 30 days needs', {
    config: { access: 'operator' },
    returns: pruned,
    handler: async ({ caller }) => prune(ctx, { who: caller?.who ?? '' }),
  })
}
