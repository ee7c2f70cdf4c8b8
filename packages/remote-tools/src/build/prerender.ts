import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Compiler, IgnorePlugin } from '@rspack/core'
import { isDevelopment } from './development.ts'
import { parseFragment, serialize } from 'parse5'
import { containerOf } from '../run/container-of.ts'
import { pagesOutcome } from '../run/run-outcome.ts'
import { runProgram } from '../run/run-program.ts'
import { factsFile } from './facts-file.ts'
import { bundleScript } from './run-compiler.ts'
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
  const { name, entry, files, catalogues } = build.document
  // Most remotes have no such route.
  if (!String(build.files.get(files[entry]?.integrity ?? '')).includes('prerender')) return
  const { source: script } = await bundleKit()
  const input = { ...containerOf(build), script, locales: Object.keys({ en: '', ...catalogues }) }
  // Each build draws the same.
  const program = new URL('./draw-pages.ts', import.meta.url)
  const run = await runProgram(program, input, { flags: ['--random-seed=1'] })
  const { pages, problem = null } =
    run.problem === null ? pagesOutcome.parse(JSON.parse(run.output)) : { pages: [], problem: run.problem }
  if (problem !== null)
    throw new Error(
      `${name} cannot be prerendered: ${problem}. The build draws routes with "prerender: true" in a DOM without network and timers. Change the page, or remove "prerender".`,
    )
  const prerendered: Record<string, Record<string, string>> = {}
  for (const { pattern, locale, html } of pages) {
    const file = `pages/${pattern.slice(1).replaceAll(/[^\w./-]/g, '+')}.${locale}.html`
    await mkdir(dirname(join(dist, file)), { recursive: true })
    // The only form that the registry accepts.
    await writeFile(join(dist, file), serialize(parseFragment(html)))
    prerendered[pattern] = { ...prerendered[pattern], [locale]: file }
  }
  const facts: object = JSON.parse(await readFile(join(dist, factsFile), 'utf8'))
  await writeFile(join(dist, factsFile), JSON.stringify({ ...facts, prerendered }, null, 2))
}

/** One script with kit and React, which are not part of a remote. */
const bundleKit = () =>
  bundleScript({
    mode: 'production',
    entry: resolve('kit/prerender'),
    output: { library: { type: 'window', name: 'kit' } },
    module: { parser: { javascript: { dynamicImportMode: 'eager' } } },
    // No page needs a worker to be drawn.
    plugins: [new IgnorePlugin({ resourceRegExp: /\?source$/ })],
    optimization: { minimize: false },
  })
