import { fileURLToPath } from 'node:url'
import { NormalModuleReplacementPlugin, type RspackPluginInstance } from '@rspack/core'
import { areTaken } from './development.ts'

/** Parts of libraries that no page of ours needs and that no setting leaves out: together 7 kB of each page. */
export const leftOut = [
  // `disableSnapshot` leaves the handler of snapshots in the runtime, with all that reads manifests.
  replaced(/[\\/]snapshot[\\/]SnapshotHandler\.js$/, new URL('./no-snapshots.ts', import.meta.url)),
  replaced(/[\\/]utils[\\/]preload\.js$/, new URL('./no-preloads.ts', import.meta.url)),
  replaced(/[\\/]desc\.mjs$/, new URL('./no-descriptions.ts', import.meta.url)),
  replaced(/[\\/](init|getSharedFallbackGetter)\.js$/, new URL('./no-tree-shaking.ts', import.meta.url)),
  replaced(/[\\/]load\.js$/, new URL('../src/federation/load-entry.ts', import.meta.url)),
  replaced(/^\.[\\/]logger\.js$/, new URL('./no-logger.ts', import.meta.url), /[\\/]sdk[\\/]dist$/),
  ...(areTaken
    ? []
    : [replaced(/[\\/](updateOptions|installInitialConsumes)\.js$/, new URL('./no-late-sharing.ts', import.meta.url))]),
  replaced(/[\\/]remotes\.js$/, new URL('./no-remotes.ts', import.meta.url)),
  replaced(/[\\/]Transition\.mjs$/, new URL('./no-transition.ts', import.meta.url)),
  replaced(/[\\/]inspect\.mjs$/, new URL('./no-inspect.ts', import.meta.url), /[\\/]graphql[\\/]language$/),
  replaced(/[\\/]maskDefinition\.js$/, new URL('./no-masking.ts', import.meta.url), /[\\/]@apollo[\\/]/),
]

/** A remote may well have an `init.js` of its own: only what is asked for in a folder of those libraries. */
function replaced(request: RegExp, file: URL, by = /[\\/](@module-federation|@mantine)[\\/]/): RspackPluginInstance {
  return new NormalModuleReplacementPlugin(request, (data) => {
    if (by.test(data.context)) data.request = fileURLToPath(file)
  })
}
