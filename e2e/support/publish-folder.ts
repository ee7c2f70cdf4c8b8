import { rspack } from '@rspack/core'
import { readSourceMaps } from 'remote-tools/build/source-maps'
import { describeBuild } from 'remote-tools/build/version-document'
import { remoteConfig } from 'remote-tools/build/remote-config'
import { publishVersion } from 'registry/publish/publish.ts'
import { signVersion } from 'registry/testing/make-version.ts'
import { openRegistry } from './remotes.ts'

/** Builds a remote for production and publishes it to everybody, with its source maps. */
export async function publishFolder(name: string, folder: string): Promise<void> {
  const errors = await new Promise<string>((resolve, reject) =>
    rspack({ ...remoteConfig(folder), performance: false }).run((error, stats) =>
      error ? reject(error) : resolve(stats?.hasErrors() ? stats.toString('errors-only') : ''),
    ),
  )
  if (errors !== '') throw new Error(errors)
  const { document, files } = await describeBuild(folder, name)
  const { maps } = await readSourceMaps(folder, document)
  const contents = [...files].map(([integrity, content]) => [integrity, content.toString('base64')] as const)
  const { ctx, end } = await openRegistry()
  const signed = signVersion(JSON.stringify(document))
  const version = { ...signed, files: Object.fromEntries(contents), channel: 'stable', maps, evenIfScreensFail: true }
  await publishVersion(ctx, version, { who: 'a journey' })
  await end()
}
