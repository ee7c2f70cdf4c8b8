// oxlint-disable oxc/no-this-in-exported-function -- the bundler hands a loader its context as `this`
import { basename, dirname } from 'node:path'
import { promisify } from 'node:util'
import { type LoaderContext, rspack, type Stats } from '@rspack/core'
import { moduleRules } from './modules.ts'

/**
 * Stands in the place of a worker's module, `import('./some-worker.ts?source')`: a module whose default export is the whole worker as
 * text. Browsers check no hash of a worker's file. As text it is in a chunk like others, which has one.
 */
export function pitch(this: LoaderContext): void {
  const done = this.async()
  buildWorker(this.resourcePath, this.mode ?? 'production').then(
    ({ source, files }) => {
      for (const file of files) this.addDependency(file)
      // By this address, of no file, an error of it tells whose it is (shell/src/federation/attribution.ts).
      const address = `__webpack_public_path__ + ${JSON.stringify(`assets/${basename(this.resourcePath)}`)}`
      done(null, `export default ${JSON.stringify(`${source}\n//# sourceURL=`)} + ${address}`)
    },
    (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
  )
}

/** The loader proper, which `pitch` leaves nothing to do. */
export default (content: string): string => content

async function buildWorker(entry: string, mode: 'development' | 'production' | 'none') {
  const compiler = rspack({
    context: dirname(entry),
    entry,
    mode,
    target: 'webworker',
    devtool: false,
    // One script: what a worker loads later would not be checked either.
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
