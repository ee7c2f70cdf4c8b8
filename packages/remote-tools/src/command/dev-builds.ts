// A separate process, because modules read NODE_ENV when they load.
import { rm, stat } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { rspack, type Stats } from '@rspack/core'
import { writeDocuments } from '../build/documents.ts'
import { addNewTexts } from '../build/texts.ts'
import { loadConfig } from './build.ts'

export interface DevBuild {
  readonly error: string | null
  readonly paths: string[]
}

const [folder = '', file = '', output = ''] = process.argv.slice(2)
process.on('disconnect', () => process.exit())

await rm(output, { recursive: true, force: true })
await writeGeneratedFiles()
const config = await loadConfig(file)
// Keeps old files, which open pages may still load.
const compiler = rspack({ ...config, output: { ...config.output, path: output, clean: false } })
let sourceError: string | null = null
compiler.hooks.watchRun.tapPromise('wait until sources are written', async ({ modifiedFiles = [] }) => {
  await Promise.all([...modifiedFiles].map(waitUntilWritten))
})
compiler.hooks.watchRun.tapPromise('write generated files', () =>
  writeGeneratedFiles().then(
    () => void (sourceError = null),
    (error: unknown) => void (sourceError = error instanceof Error ? error.message : String(error)),
  ),
)
compiler.watch({ aggregateTimeout: 20 }, (error, stats) => process.send?.(describe(error, stats)))

async function writeGeneratedFiles(): Promise<void> {
  await Promise.all([addNewTexts(folder), writeDocuments(folder)])
}

// Editors empty a file before they write it. Building that would break open pages.
async function waitUntilWritten(path: string): Promise<void> {
  const isEmpty = async () => (await stat(path).catch(() => null))?.size === 0
  for (let times = 0; times < 200 && (await isEmpty()); times += 1) await setTimeout(10)
}

function describe(failure: Error | null, stats: Stats | undefined): DevBuild {
  if (failure || !stats) return { error: String(failure), paths: [] }
  const error = stats.hasErrors() ? stats.toString({ preset: 'errors-only', colors: false }) : sourceError
  return { error, paths: stats.compilation.getAssets().map(({ name }) => name) }
}
