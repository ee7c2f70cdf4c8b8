import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Compiler, rspack } from '@rspack/core'
import { moduleRules } from './modules.ts'
import { isDevelopment } from './development.ts'
import { pagesFile } from './pages-file.ts'
import { runPages } from './run-pages.ts'
import { type Build, describeBuild } from './version-document.ts'

const { resolve } = createRequire(import.meta.url)

/** Draws the routes with `prerender: true` in all languages, from the files of the finished build. */
export const prerenderPages = (folder: string, name: string) => ({
  apply(compiler: Compiler): void {
    compiler.hooks.afterEmit.tapPromise('prerender', async ({ errors, outputOptions: { path: dist = '' } }) => {
      if (errors.length > 0 || isDevelopment) return
      await writePages(await describeBuild(folder, name, dist), dist).catch((error: Error) => errors.push(error))
    })
  },
})

async function writePages(build: Build, dist: string): Promise<void> {
  const { entry, files, catalogues } = build.document
  // Most remotes have no such route.
  if (!String(build.files.get(files[entry]?.integrity ?? '')).includes('prerender')) return
  const locales = Object.keys(catalogues)
  const drawn = await runPages(build, await bundleKit(), locales.length > 0 ? locales : ['en'])
  const pages: Record<string, Record<string, string>> = {}
  for (const { pattern, locale, html } of drawn) {
    const file = `pages/${pattern.slice(1).replaceAll(/[^\w./-]/g, '+')}.${locale}.html`
    await mkdir(dirname(join(dist, file)), { recursive: true })
    await writeFile(join(dist, file), html)
    ;(pages[pattern] ??= {})[locale] = file
  }
  await writeFile(join(dist, pagesFile), JSON.stringify(pages))
}

/** Returns one script with kit and React, which are not part of a remote. */
async function bundleKit(): Promise<string> {
  const output = await mkdtemp(join(tmpdir(), 'kit-'))
  const compiler = rspack({
    context: output,
    mode: 'production',
    devtool: false,
    entry: resolve('kit/prerender'),
    output: { path: output, filename: 'kit.js', library: { type: 'window', name: 'kit' } },
    resolve: { extensions: ['.tsx', '.ts', '.js'] },
    module: { rules: moduleRules, parser: { javascript: { dynamicImportMode: 'eager' } } },
    optimization: { minimize: false },
    performance: false,
  })
  try {
    await new Promise<void>((done, reject) => {
      compiler.run((error, stats) => {
        if (error || stats?.hasErrors()) reject(error ?? new Error(stats?.toString('errors-only')))
        else done()
      })
    })
    return await readFile(join(output, 'kit.js'), 'utf8')
  } finally {
    await new Promise<void>((closed) => compiler.close(() => closed()))
    await rm(output, { recursive: true })
  }
}
