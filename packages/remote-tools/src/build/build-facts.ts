import { relative } from 'node:path'
import { type Chunk, Compilation, type Compiler, ConcatenatedModule, type Module, sources } from '@rspack/core'
import packageJson from 'kit/package.json' with { type: 'json' }
import { type BuildFacts, factsFile } from './facts-file.ts'
import { isLoaded, screensOf } from './screens.ts'
import { eagerModules, lazyModules } from './shared.ts'

type Use = [module: string, name: string]

const shared = Object.keys({ ...eagerModules, ...lazyModules })

export const remoteFacts = writeFacts(importsOf, screensOf)

export const shellFacts = writeFacts(exportsOf, async () => ({}))

function writeFacts(
  usesOf: (module: Module, compilation: Compilation) => Use[],
  screens: (compilation: Compilation) => Promise<BuildFacts['screens']>,
) {
  return {
    apply(compiler: Compiler): void {
      compiler.hooks.thisCompilation.tap('build-facts', (compilation) => {
        let ofModules: Pick<BuildFacts, 'importers' | 'stylers' | 'texts' | 'uses'> | undefined
        // Modules are not concatenated yet.
        compilation.hooks.afterOptimizeModules.tap('build-facts', (modules) => {
          const all = [...modules]
          ofModules = {
            importers: importersOf(all, compilation),
            stylers: [...new Set(all.filter(addsStyles).flatMap((module) => packageOf(module) ?? []))].toSorted(),
            texts: [...new Set(all.flatMap(textsOf))].toSorted(),
            uses: namesByModule(all.flatMap((module) => usesOf(module, compilation))),
          }
        })
        const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT
        compilation.hooks.processAssets.tapPromise({ name: 'build-facts', stage }, async () => {
          const facts = {
            kit: packageJson.version,
            ...ofModules,
            bundled: packageModules(compilation),
            packages: packagesByFile(compilation),
            screens: await screens(compilation).catch((error: Error) => void compilation.errors.push(error)),
            sharedFiles: sharedFilesOf(compilation),
          }
          compilation.emitAsset(factsFile, new sources.RawSource(JSON.stringify(facts, null, 2)))
        })
      })
    },
  }
}

function namesByModule(uses: Use[]): BuildFacts['uses'] {
  const names: BuildFacts['uses'] = {}
  for (const [module, name] of uses.toSorted()) if (names[module]?.at(-1) !== name) (names[module] ??= []).push(name)
  return names
}

const dependenciesOf = (module: Module) => [
  ...module.dependencies,
  ...module.blocks.flatMap((block) => block.dependencies),
]

function importersOf(modules: Module[], { moduleGraph, options }: Compilation): BuildFacts['importers'] {
  const importerOf = (module: Module): string | undefined => {
    let library = ''
    for (let at: Module | null = module; at; at = moduleGraph.getIssuer(at)) {
      const file = at.nameForCondition() ?? ''
      const name = packageOf(at)
      if (name !== undefined) library = name
      else if (/\.[jt]sx?$/.test(file)) {
        const source = relative(options.context ?? '', file).replaceAll('\\', '/')
        return library === '' ? source : `${library} (${source})`
      }
    }
    return undefined
  }
  const importers: BuildFacts['importers'] = {}
  for (const module of modules) {
    const name = packageOf(module)
    const uses = importsOf(module).map((use) => use.join('.'))
    for (const key of name === undefined ? uses : [name, ...uses]) importers[key] ??= importerOf(module) ?? ''
  }
  return importers
}

// The bundler's analysis also covers namespace imports.
function importsOf(module: Module): Use[] {
  return dependenciesOf(module).flatMap(({ type, request, ids }): Use[] => {
    if (request === undefined || !shared.includes(request)) return []
    // The statement itself. Each use of a name is a dependency of its own.
    return /^esm (im|ex)port$|^esm export import$/.test(type) ? [] : [[request, ids?.[0] ?? '*']]
  })
}

function providedName(module: Module): string | undefined {
  const [, key, version, path = ''] =
    /^provide shared module \(default\) (.+?)@(\S+)(.*)/.exec(module.identifier()) ?? []
  return path.includes('/compat/') ? `${key}@${version}` : key
}

function exportsOf(module: Module, { moduleGraph, options }: Compilation): Use[] {
  const place = providedName(module)
  if (place === undefined) return []
  const [provided] = dependenciesOf(module).map((dependency) => moduleGraph.getModule(dependency))
  const names = provided && moduleGraph.getProvidedExports(provided)
  // React's development build assigns some exports in a way that the bundler does not see.
  const isWhole = options.mode === 'production' || !provided?.nameForCondition()?.includes('node_modules')
  return (isWhole && Array.isArray(names) ? names : ['*']).map((name) => [place, name])
}

function sharedFilesOf({ modules, chunkGraph }: Compilation): BuildFacts['sharedFiles'] {
  const files = [...modules].flatMap((module) => {
    const name = providedName(module)
    const own = module.blocks.flatMap((block) => chunkGraph.getBlockChunkGroup(block)?.getFiles() ?? [])
    return name === undefined || own.length === 0 ? [] : [[name, own.filter(isLoaded)] as const]
  })
  return Object.fromEntries(files.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

const packageOf = (module: Module): string | undefined =>
  /^(?:@[^/]+\/)?[^/]+/.exec(packagePath(module.nameForCondition()?.replaceAll('\\', '/') ?? '') ?? '')?.[0]

function packagesByFile({ chunks, chunkGraph }: Compilation): BuildFacts['packages'] {
  const largestIn = (of: Iterable<Chunk>): string[] => {
    const sizes = new Map<string, number>()
    for (const module of [...of].flatMap((chunk) => [...chunkGraph.getChunkModulesIterable(chunk)]))
      for (const part of module instanceof ConcatenatedModule ? module.modules : [module]) {
        const name = packageOf(part)
        if (name !== undefined) sizes.set(name, (sizes.get(name) ?? 0) + part.size())
      }
    return [...sizes]
      .toSorted(([, a], [, b]) => b - a)
      .flatMap(([name]) => name)
      .slice(0, 3)
  }
  const all = [...chunks]
  const exposed = all.filter(({ name }) => name === 'remote')
  const first = exposed.flatMap((chunk) => [...chunk.groupsIterable].flatMap((group) => group.chunks))
  const byFile = all.flatMap((chunk) => [...chunk.files].map((file) => [file, largestIn([chunk])] as const))
  return Object.fromEntries([['first', largestIn(first)], ...byFile].filter(([, names]) => names.length > 0))
}

function packageModules({ modules, chunkGraph }: Compilation): string[] {
  const names = [...modules]
    .filter((module) => [...chunkGraph.getModuleChunks(module)].length > 0)
    .flatMap((module) => (module instanceof ConcatenatedModule ? module.modules : [module]))
    .flatMap((module) => packagePath(module.nameForCondition()?.replaceAll('\\', '/') ?? '') ?? [])
  return [...new Set(names)].toSorted()
}

const packagePath = (file: string): string | undefined =>
  (/.*\/node_modules\/((?:@[^/]+\/)?[^/]+\/.+)$/.exec(file) ?? /\/(kit\/(?:src|build)\/.+)$/.exec(file))?.[1]

// Left by lingui's macros: a marked descriptor or a component.
const textId = /(?:\/\*i18n\*\/ |\bTrans_, )\{\s*id: "((?:[^"\\\n]|\\.)*)"/g

const sourceOf = (module: Module): string => String(module.originalSource()?.source() ?? '')

const addsStyles = (module: Module): boolean => /\bcreateElement\(\s*["'`]style["'`]/.test(sourceOf(module))

function textsOf(module: Module): string[] {
  return [...sourceOf(module).matchAll(textId)].map(([, id = '']) => id)
}
