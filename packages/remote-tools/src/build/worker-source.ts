// oxlint-disable oxc/no-this-in-exported-function -- the bundler hands a loader its context as `this`
import { basename, dirname } from 'node:path'
import { promisify } from 'node:util'
import { type LoaderContext, rspack, type Stats } from '@rspack/core'
import { moduleRules } from './modules.ts'

// `import('./worker.ts?source')` returns a worker as text: browsers verify chunks, not workers.
export function pitch(this: LoaderContext): void {
  const done = this.async()
  buildWorker(this.resourcePath, this.mode ?? 'production').then(
    ({ source, files }) => {
      for (const file of files) this.addDependency(file)
      // The URL of an error shows which remote it is from (shell/src/federation/attribution.ts).
      const address = `__webpack_public_path__ + ${JSON.stringify(`assets/${basename(this.resourcePath)}`)}`
      done(null, `export default ${JSON.stringify(`${source}\n//# sourceURL=`)} + ${address}`)
    },
    (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
  )
}

// Never called: `pitch` has replaced the module.
export default (content: string): string => content

async function buildWorker(entry: string, mode: 'development' | 'production' | 'none') {
  const compiler = rspack({
    context: dirname(entry),
    entry,
    mode,
    target: 'webworker',
    devtool: false,
    // One script, because browsers do not verify scripts that a worker loads.
    output: { filename: 'worker.js', asyncChunks: false },
    resolve: { extensions: ['.ts', '.js'] },
    module: { rules: moduleRules },
    performance: false,
  })
  let source = ''
  compiler.hooks.shouldEmit.tap('worker-source', (compilation) => {
    source = compilation.getAsset('worker.js')?.source.source().toString() ?? ''
    return false
  })
  const stats = await promisify<Stats | undefined>((callback) => compiler.run(callback))()
  await promisify<void>((callback) => compiler.close(callback))()
  if (!stats || stats.hasErrors()) throw new Error(stats?.toString('errors-only') ?? `${entry} could not be built`)
  return { source, files: stats.compilation.fileDependencies }
}
