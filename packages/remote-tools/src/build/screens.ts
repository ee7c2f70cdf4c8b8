import { runInNewContext } from 'node:vm'
import type { Compilation } from '@rspack/core'
import type { VersionDocument } from 'contract/registry.ts'
import { lazyModules } from './shared.ts'
import { createStub } from './stub.ts'

type Screens = VersionDocument['screens']

// In milliseconds, for endless loops and for a `lazy` that waits.
const timeoutMs = 3000

// Runs the scripts without their imports to find the files of each page; if that fails, pages load
// their files one after another. Throws if the module or a `lazy` does not return.
export async function screensOf(compilation: Compilation): Promise<Screens> {
  const exposed = [...compilation.chunks].find(({ name }) => name === 'remote')
  if (!exposed) return {}
  const chunks = new Map([...compilation.chunks].map((chunk) => [String(chunk.id), chunk]))
  const first = new Set([...exposed.groupsIterable].flatMap((group) => group.getFiles()))
  const sharedOf = (chunk: typeof exposed) =>
    Object.keys(lazyModules).filter((key) =>
      [...compilation.chunkGraph.getChunkModulesIterable(chunk)].some((module) =>
        module.identifier().startsWith(`consume shared module (default) ${key}@`),
      ),
    )
  const bundle = runBundle(compilation, exposed)
  const screens: Screens = {}
  try {
    const remote = propertyOf(bundle.main(), 'remote')
    for (const { pattern, lazies } of pagesOf(propertyOf(remote, 'routes'), '', [])) {
      const ids = await bundle.chunksAskedBy(lazies)
      const requested = [exposed, ...ids.flatMap((id) => chunks.get(id) ?? [])]
      const files = requested
        .flatMap((chunk) => [...chunk.files].toSorted())
        .filter((file) => isLoaded(file) && !first.has(file))
      const shared = requested.flatMap(sharedOf)
      if (files.length + shared.length === 0 || Object.hasOwn(screens, pattern)) continue
      screens[pattern] = { files: [...new Set(files)], shared: [...new Set(shared)] }
    }
  } catch (cause) {
    if (propertyOf(cause, 'code') !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') return {}
    const what = `The module of src/remote.tsx, or a "lazy" of its routes, did not return within ${timeoutMs / 1000} seconds`
    throw new Error(`${what} when the build ran it. It would freeze every page. Look for an endless loop.`, {
      cause,
    })
  }
  return screens
}

export const isLoaded = (file: string): boolean => /(?<!\.hot-update)\.(js|css)$/.test(file)

interface Page {
  pattern: string
  lazies: (() => unknown)[]
}

/** Skips patterns with `*` and `?`, whose URLs are unknown. */
function pagesOf(routes: unknown, parent: string, around: Page['lazies']): Page[] {
  if (!Array.isArray(routes)) return []
  return routes.flatMap((route: unknown) => {
    const [path, index, children, lazy] = ['path', 'index', 'children', 'lazy'].map((name) => propertyOf(route, name))
    const part = typeof path === 'string' ? path : ''
    const pattern = part.startsWith('/') ? part : [parent, part].filter(Boolean).join('/')
    if (/[*?]/.test(pattern)) return []
    const lazies = typeof lazy === 'function' ? [...around, () => Reflect.apply(lazy, route, [])] : around
    const isPage = index === true || typeof path === 'string'
    return [...pagesOf(children, pattern, lazies), ...(isPage ? [{ pattern: pattern || '/', lazies }] : [])]
  })
}

type Exports = Record<string, unknown>
type Factory = (module: { exports: Exports }, exports: Exports, bundle: unknown) => void

// https://rspack.rs/api/runtime-api/module-variables
function runBundle({ chunkGraph, assets }: Compilation, exposed: Chunk) {
  const factories: Record<string, Factory> = {}
  const queue = { push: ([, modules]: [unknown, Record<string, Factory>]) => Object.assign(factories, modules) }
  // Chunks add themselves to a list, whatever its name.
  const self = new Proxy({}, { get: () => queue })
  const page = Object.fromEntries(['window', 'document', 'navigator', 'location'].map((name) => [name, createStub()]))
  const modules = new Map<string, { exports: Exports }>()
  let requested: string[] = []

  const load = (id: string | number): unknown => {
    const known = modules.get(String(id))
    if (known) return known.exports
    const factory = factories[id]
    if (!factory) return createStub()
    const module = { exports: {} }
    modules.set(String(id), module)
    Reflect.apply(factory, module.exports, [module, module.exports, bundle])
    return module.exports
  }
  const define = (exports: Exports, getters: Record<string, () => unknown>, values: Exports = {}): void => {
    for (const [name, get] of Object.entries(getters)) Object.defineProperty(exports, name, { get })
    for (const [name, value] of Object.entries(values)) Object.defineProperty(exports, name, { value })
  }
  const parts: Record<string, unknown> = {
    d: define,
    r: () => {},
    o: (object: object, name: string) => Object.hasOwn(object, name),
    e: async (id: string | number) => void requested.push(String(id)),
  }
  const bundle = new Proxy(load, {
    get: (target, name) => parts[String(name)] ?? Reflect.get(target, name) ?? createStub(),
  })
  return {
    main: () => {
      for (const group of exposed.groupsIterable)
        for (const file of group.getFiles().filter((each) => each.endsWith('.js')))
          runInNewContext(
            String(assets[file]?.source()),
            { self, ...page, console: createStub() },
            { timeout: timeoutMs },
          )
      const [main] = [...chunkGraph.getChunkModulesIterable(exposed)].filter((module) =>
        /[\\/]src[\\/]remote\.[jt]sx?$/.test(module.nameForCondition() ?? ''),
      )
      return main && runWithTimeout(() => load(chunkGraph.getModuleId(main) ?? ''))
    },
    chunksAskedBy: async (lazies: Page['lazies']): Promise<string[]> => {
      requested = []
      const late = new Promise((resolve) => setTimeout(resolve, timeoutMs).unref())
      await Promise.race([late, runWithTimeout(() => Promise.allSettled(lazies.map(async (lazy) => lazy())))])
      return requested
    },
  }
}

// Only node:vm can interrupt an endless loop.
const runWithTimeout = (run: () => unknown): unknown => runInNewContext('run()', { run }, { timeout: timeoutMs })

type Chunk = Compilation['chunks'] extends Iterable<infer Each> ? Each : never

const propertyOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
