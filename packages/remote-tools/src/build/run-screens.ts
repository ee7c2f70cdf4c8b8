// A process, so that the build can end an endless loop of the module. `screens.ts` starts it.
import { text } from 'node:stream/consumers'
import { runInNewContext } from 'node:vm'
import { limitProcessorTime, waitIdle } from '../run/processor-time.ts'
import { createStub } from '../run/stub.ts'
import type { Page, ScreensInput } from './screens.ts'

limitProcessorTime(5000)
// For a `lazy` that waits: all pages together.
const waitMs = 1000

const { scripts, main }: ScreensInput = JSON.parse(await text(process.stdin))
// A page would go on, too.
process.on('unhandledRejection', () => {})

interface Screen {
  pattern: string
  lazies: (() => unknown)[]
}

/** Skips patterns with `*` and `?`, whose URLs are unknown. */
function screensOf(routes: unknown, parent: string, around: Screen['lazies']): Screen[] {
  if (!Array.isArray(routes)) return []
  return routes.flatMap((route: unknown) => {
    const [path, index, children, lazy] = ['path', 'index', 'children', 'lazy'].map((name) => propertyOf(route, name))
    const part = typeof path === 'string' ? path : ''
    const pattern = part.startsWith('/') ? part : [parent, part].filter(Boolean).join('/')
    if (/[*?]/.test(pattern)) return []
    const lazies = typeof lazy === 'function' ? [...around, () => Reflect.apply(lazy, route, [])] : around
    const isPage = index === true || typeof path === 'string'
    return [...screensOf(children, pattern, lazies), ...(isPage ? [{ pattern: pattern || '/', lazies }] : [])]
  })
}

type Exports = Record<string, unknown>
type Factory = (module: { exports: Exports }, exports: Exports, bundle: unknown) => void

const factories: Record<string, Factory> = {}
const modules = new Map<string, { exports: Exports }>()
let requested: string[] = []

function load(id: string | number): unknown {
  const known = modules.get(String(id))
  if (known) return known.exports
  const factory = factories[id]
  if (!factory) return createStub()
  const module = { exports: {} }
  modules.set(String(id), module)
  Reflect.apply(factory, module.exports, [module, module.exports, bundle])
  return module.exports
}

function define(exports: Exports, getters: Record<string, () => unknown>, values: Exports = {}): void {
  for (const [name, get] of Object.entries(getters)) Object.defineProperty(exports, name, { get })
  for (const [name, value] of Object.entries(values)) Object.defineProperty(exports, name, { value })
}

// https://rspack.rs/api/runtime-api/module-variables
const parts: Record<string, unknown> = {
  d: define,
  e: async (id: string | number) => void requested.push(String(id)),
}
const bundle = new Proxy(load, {
  get: (target, name) => parts[String(name)] ?? Reflect.get(target, name) ?? createStub(),
})

async function run(): Promise<Page[]> {
  const queue = { push: ([, added]: [unknown, Record<string, Factory>]) => Object.assign(factories, added) }
  // Chunks add themselves to a list, whatever its name.
  const self = new Proxy({}, { get: () => queue })
  const page = Object.fromEntries(['window', 'document', 'navigator', 'location'].map((name) => [name, createStub()]))
  for (const script of scripts) runInNewContext(script, { self, ...page, console: createStub() })
  const remote = propertyOf(load(main), 'remote')
  const late = waitIdle(waitMs)
  const pages: Page[] = []
  for (const { pattern, lazies } of screensOf(propertyOf(remote, 'routes'), '', [])) {
    requested = []
    await Promise.race([late, Promise.allSettled(lazies.map(async (lazy) => lazy()))])
    pages.push({ pattern, chunks: requested })
  }
  return pages
}

const propertyOf = (value: unknown, name: string): unknown => Object(value)[name]

const pages = JSON.stringify(await run())
process.stdout.write(pages, () => process.exit(0))
