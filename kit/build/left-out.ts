import { fileURLToPath } from 'node:url'
import { NormalModuleReplacementPlugin, type RspackPluginInstance } from '@rspack/core'

/** Parts of libraries that no page of ours needs and that no setting leaves out: together 6 kB of each page. */
export const leftOut = [
  // `disableSnapshot` leaves the handler of snapshots in the runtime, with all that reads manifests.
  replaced(/[\\/]snapshot[\\/]SnapshotHandler\.js$/, new URL('./no-snapshots.ts', import.meta.url)),
  replaced(/[\\/]utils[\\/]preload\.js$/, new URL('./no-preloads.ts', import.meta.url)),
  replaced(/[\\/]desc\.mjs$/, new URL('./no-descriptions.ts', import.meta.url)),
  replaced(/[\\/](init|getSharedFallbackGetter)\.js$/, new URL('./no-tree-shaking.ts', import.meta.url)),
  replaced(/[\\/]remotes\.js$/, new URL('./no-remotes.ts', import.meta.url)),
  replaced(/[\\/]Transition\.mjs$/, new URL('./no-transition.ts', import.meta.url)),
]

function replaced(request: RegExp, file: URL): RspackPluginInstance {
  return new NormalModuleReplacementPlugin(request, (data) => {
    // A remote may well have an `init.js` of its own.
    if (/[\\/](@module-federation|@mantine)[\\/]/.test(data.context)) data.request = fileURLToPath(file)
  })
}
