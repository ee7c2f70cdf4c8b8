// oxlint-disable oxc/no-this-in-exported-function -- the bundler hands a loader its context as `this`
import { basename, dirname } from 'node:path'
import type { LoaderContext } from '@rspack/core'
import { bundleScript } from './run-compiler.ts'

// `import('./worker.ts?source')` returns a worker as text: browsers verify chunks, not workers.
export async function pitch(this: LoaderContext): Promise<string> {
  const { resourcePath: entry, mode = 'production' } = this
  // One script, because browsers do not verify scripts that a worker loads.
  const output = { asyncChunks: false }
  const { source, files } = await bundleScript({ context: dirname(entry), entry, mode, target: 'webworker', output })
  for (const file of files) this.addDependency(file)
  // The URL of an error shows which remote it is from (shell/src/federation/attribution.ts).
  const address = `__webpack_public_path__ + ${JSON.stringify(`assets/${basename(entry)}`)}`
  return `export default ${JSON.stringify(`${source}\n//# sourceURL=`)} + ${address}`
}

// Never called: `pitch` has replaced the module.
export default (content: string): string => content
