import { fileURLToPath } from 'node:url'
import { NormalModuleReplacementPlugin, type RspackPluginInstance } from '@rspack/core'

/** Parts of libraries that no page of ours needs and that no setting leaves out: together 3.5 kB of each page. */
export const leftOut = [
  // `disableSnapshot` leaves the handler of snapshots in the runtime, with all that reads manifests.
  replaced(/[\\/]snapshot[\\/]SnapshotHandler\.js$/, new URL('./no-snapshots.ts', import.meta.url)),
  replaced(/[\\/]Transition\.mjs$/, new URL('./no-transition.ts', import.meta.url)),
]

function replaced(request: RegExp, file: URL): RspackPluginInstance {
  return new NormalModuleReplacementPlugin(request, fileURLToPath(file))
}
