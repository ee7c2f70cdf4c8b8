import { fileURLToPath } from 'node:url'
import { NormalModuleReplacementPlugin } from '@rspack/core'

/** Parts of libraries that no page of ours needs and that no setting leaves out: together 3.5 kB of each page. */
export const leftOut = [
  // `disableSnapshot` leaves the handler of snapshots in the runtime, with all that reads manifests.
  replaced(/[\\/]snapshot[\\/]SnapshotHandler\.js$/, 'no-snapshots.ts'),
  replaced(/[\\/]Transition\.mjs$/, 'no-transition.ts'),
]

function replaced(request: RegExp, file: string) {
  return new NormalModuleReplacementPlugin(request, fileURLToPath(new URL(file, import.meta.url)))
}
