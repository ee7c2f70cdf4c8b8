import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { type Configuration, CopyRspackPlugin } from '@rspack/core'
import { parseRemoteDescription } from 'contract/remote-description.ts'
import { baseConfig, baseFederation } from './base-config.ts'
import { remoteFacts } from './build-facts.ts'
import { findRemoteProblems } from './check-remote.ts'
import { containerOf, hashContainerNames } from './container-name.ts'
import { isRemoteDev, createDevOptions } from './development.ts'
import { translateLabels } from './labels.ts'
import { mergeIntoContainer } from './one-file.ts'
import { prerenderPages } from './prerender.ts'
import { remoteStyles } from './remote-styles.ts'
import { sharedModulesFor } from './shared.ts'

/** For `rspack.config.ts`: `export default remoteConfig(import.meta.dirname)`. Writes `dist/`. */
export function remoteConfig(folder: string): Configuration {
  const problems = findRemoteProblems(folder)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const { name, needs } = parseRemoteDescription(JSON.parse(readFileSync(join(folder, 'remote.json'), 'utf8')))
  const container = containerOf(name)
  const base = baseConfig(folder, container)
  const development = isRemoteDev ? createDevOptions(folder, name) : undefined
  return {
    ...base,
    name,
    // Hides a warning about a URL that only matters to readers of the manifest.
    infrastructureLogging: { level: 'error' },
    // The container is the only entry. An empty one would add a second runtime.
    entry: {},
    output: { ...base.output, publicPath: 'auto', ...development?.output },
    ...(development && {
      resolve: { ...base.resolve, alias: development.alias },
      optimization: { ...base.optimization, emitOnErrors: false },
      // Does not apply: updates are verified, too (kit/src/refresh/updates.ts).
      ignoreWarnings: [/may interfere with hot reloading/, /can be risky\s+.*with SRI/s],
    }),
    plugins: [
      ...base.plugins,
      ...(development?.plugins ?? []),
      remoteFacts,
      ...(development ? [] : [hashContainerNames, ...mergeIntoContainer, prerenderPages(folder, name)]),
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
        exposes: { './remote': { import: [...(development?.modules ?? []), './src/remote.tsx'], name: 'remote' } },
        shared: sharedModulesFor(needs),
        experiments: { externalRuntime: true, optimization: { disableRemote: true, target: 'web' } },
      }),
    ],
  }
}
