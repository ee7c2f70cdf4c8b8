import { promisify } from 'node:util'
import { type Compiler, type Configuration, rspack, type Stats } from '@rspack/core'
import { moduleRules } from './modules.ts'

/** Builds once and closes the compiler. @throws with the errors of the build */
export async function runCompiler(compiler: Compiler): Promise<Stats> {
  try {
    const stats = await promisify<Stats | undefined>((callback) => compiler.run(callback))()
    if (stats && !stats.hasErrors()) return stats
    throw new Error(stats?.toString({ preset: 'errors-only', colors: false }))
  } finally {
    await promisify<void>((callback) => compiler.close(callback))()
  }
}

/** Bundles an entry into one script, which is not written. */
export async function bundleScript({
  output,
  module,
  ...config
}: Configuration): Promise<{ source: string; files: Iterable<string> }> {
  const compiler = rspack({
    devtool: false,
    resolve: { extensions: ['.tsx', '.ts', '.js'] },
    performance: false,
    ...config,
    output: { ...output, filename: 'script.js' },
    module: { ...module, rules: moduleRules },
  })
  let source = ''
  compiler.hooks.shouldEmit.tap('bundle-script', (compilation) => {
    source = compilation.getAsset('script.js')?.source.source().toString() ?? ''
    return false
  })
  const { compilation } = await runCompiler(compiler)
  return { source, files: compilation.fileDependencies }
}
