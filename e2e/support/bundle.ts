import { rspack } from '@rspack/core'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Bundles a TypeScript file into one browser script. */
export async function bundle(entry: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bundle-'))
  const compiler = rspack({
    mode: 'production',
    entry,
    output: { path: folder, filename: 'page.js' },
    resolve: { extensions: ['.ts', '.js', '.mjs'] },
    module: {
      rules: [{ test: /\.ts$/, loader: 'builtin:swc-loader', options: { jsc: { parser: { syntax: 'typescript' } } } }],
    },
  })
  const stats = await new Promise<string | undefined>((resolve, reject) =>
    compiler.run((error, result) =>
      error ? reject(error) : resolve(result?.hasErrors() ? result.toString('errors-only') : undefined),
    ),
  )
  if (stats !== undefined) throw new Error(stats)
  const script = await readFile(join(folder, 'page.js'), 'utf8')
  await rm(folder, { recursive: true })
  return script
}
