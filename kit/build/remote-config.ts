import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { type Configuration, CopyRspackPlugin } from '@rspack/core'
import { parseRemoteDescription } from 'contract/remote-description.ts'
import { baseConfig, baseFederation } from './base-config.ts'
import { remoteFacts } from './build-facts.ts'
import { remoteFaults } from './check-remote.ts'
import { containerOf, nameByContent } from './container-name.ts'
import { areTaken, takesBuilds } from './development.ts'
import { translateLabels } from './labels.ts'
import { oneFile } from './one-file.ts'
import { remoteStyles } from './remote-styles.ts'
import { takenModules } from './shared.ts'

/**
 * The whole build of a remote: `export default remoteConfig(import.meta.dirname)` in its `rspack.config.ts`.
 * Reads `remote.json`, exposes `src/remote.tsx` as `./remote` and writes `dist/`, which is what gets published.
 */
export function remoteConfig(folder: string): Configuration {
  const faults = remoteFaults(folder)
  if (faults.length > 0) throw new Error(faults.join('\n'))
  const { name, needs } = parseRemoteDescription(JSON.parse(readFileSync(join(folder, 'remote.json'), 'utf8')))
  const container = containerOf(name)
  const base = baseConfig(folder, container)
  const development = areTaken ? takesBuilds(name) : undefined
  return {
    ...base,
    name,
    // Module Federation's plugin warns of an address that it would have to know, were the manifest read by a page.
    infrastructureLogging: { level: 'error' },
    // The container is the only entry; an empty one would carry a second copy of the runtime.
    entry: {},
    output: { ...base.output, publicPath: 'auto', ...development?.output },
    ...(development && {
      resolve: { ...base.resolve, alias: development.alias },
      // It does not, because what is taken in is checked, too (kit/src/refresh/updates.ts).
      ignoreWarnings: [/may interfere with hot reloading/, /can be risky\s+.*with SRI/s],
    }),
    plugins: [
      ...base.plugins,
      ...(development?.plugins ?? []),
      remoteFacts,
      ...(development ? [] : [nameByContent, oneFile]),
      remoteStyles(name),
      new CopyRspackPlugin({
        patterns: [
          {
            from: 'remote.json',
            transform: (content) => translateLabels(content.toString(), join(folder, 'src/locales')),
          },
        ],
      }),
      new ModuleFederationPlugin({
        ...baseFederation,
        runtimePlugins: [...baseFederation.runtimePlugins, ...(development?.runtimePlugins ?? [])],
        name: container,
        filename: 'assets/remoteEntry.[contenthash:8].js',
        exposes: { './remote': { import: './src/remote.tsx', name: 'remote' } },
        shared: takenModules(needs),
        experiments: { externalRuntime: true, optimization: { disableRemote: true, target: 'web' } },
      }),
    ],
  }
}
