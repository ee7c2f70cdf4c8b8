import type { Compilation } from '@rspack/core'
import type { VersionDocument } from 'contract/registry.ts'
import { z } from 'zod'
import { runProgram } from '../run/run-program.ts'
import { lazyModules } from './shared.ts'

type Screens = VersionDocument['screens']

export interface ScreensInput {
  scripts: string[]
  main: string | number
}

const page = z.object({ pattern: z.string(), chunks: z.array(z.string()) })
export type Page = z.infer<typeof page>

// Runs the scripts without their imports to find the files of each page; if that fails, pages load
// their files one after another. Throws if the module or a `lazy` does not return.
export async function screensOf(compilation: Compilation): Promise<Screens> {
  const { assets, chunkGraph } = compilation
  const exposed = [...compilation.chunks].find(({ name }) => name === 'remote')
  if (!exposed) return {}
  const [main] = [...chunkGraph.getChunkModulesIterable(exposed)].filter((module) =>
    /[\\/]src[\\/]remote\.[jt]sx?$/.test(module.nameForCondition() ?? ''),
  )
  if (!main) return {}
  const chunks = new Map([...compilation.chunks].map((chunk) => [String(chunk.id), chunk]))
  const first = new Set([...exposed.groupsIterable].flatMap((group) => group.getFiles()))
  const sharedOf = (chunk: typeof exposed) =>
    Object.keys(lazyModules).filter((key) =>
      [...chunkGraph.getChunkModulesIterable(chunk)].some((module) =>
        module.identifier().startsWith(`consume shared module (default) ${key}@`),
      ),
    )
  const scripts = [...first].filter((file) => file.endsWith('.js')).map((file) => String(assets[file]?.source()))
  const screens: Screens = {}
  for (const { pattern, chunks: ids } of await runScreens({ scripts, main: chunkGraph.getModuleId(main) ?? '' })) {
    const requested = [exposed, ...ids.flatMap((id) => chunks.get(id) ?? [])]
    const files = requested
      .flatMap((chunk) => [...chunk.files].toSorted())
      .filter((file) => isLoaded(file) && !first.has(file))
    const shared = requested.flatMap(sharedOf)
    if (files.length + shared.length === 0 || Object.hasOwn(screens, pattern)) continue
    screens[pattern] = { files: [...new Set(files)], shared: [...new Set(shared)] }
  }
  return screens
}

export const isLoaded = (file: string): boolean => /(?<!\.hot-update)\.(js|css)$/.test(file)

async function runScreens(input: ScreensInput): Promise<Page[]> {
  const { output, problem } = await runProgram(new URL('./run-screens.ts', import.meta.url), input)
  if (!problem?.startsWith('does not finish')) return z.array(page).parse(JSON.parse(output || '[]'))
  throw new Error(
    `The module of src/remote.tsx, or a "lazy" of its routes, ${problem} when the build runs it. It would freeze every page. Look for an endless loop.`,
  )
}
