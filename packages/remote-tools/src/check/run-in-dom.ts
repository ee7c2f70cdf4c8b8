// A process that loads a container as the shell does: with real React, in a DOM without network.
import { text } from 'node:stream/consumers'
import * as federation from '@module-federation/runtime-core'
import { Window } from 'happy-dom'
import * as jsxRuntime from 'react/jsx-runtime'
import * as react from 'react'
import * as reactDom from 'react-dom'
import { isComponent } from 'contract/entries-of.ts'
import { describe, drawScreens, refuseHtml, type Screen, stubbedKit } from './draw-in-dom.ts'
import { runInput, type RunOutcome } from './run-outcome.ts'

const origin = 'http://localhost:3000'
const STEP_MS = 5000

const { container, entry, files, shared, kit } = runInput.parse(JSON.parse(await text(process.stdin)))
const thrown: unknown[] = []
const outcome: RunOutcome = { violations: [], notes: [], routes: [], places: [] }
const drawn: Screen[] = []

const window = new Window({
  url: `${origin}/`,
  settings: {
    enableJavaScriptEvaluation: true,
    handleDisabledFileLoadingAsSuccess: true,
    suppressInsecureJavaScriptEnvironmentWarning: true,
    fetch: {
      interceptor: {
        beforeAsyncRequest: async ({ request }) =>
          new window.Response(contentOf(request.url) ?? '', { status: statusOf(request.url) }),
        beforeSyncRequest: ({ request: { url } }) => ({
          status: statusOf(url),
          statusText: '',
          ok: contentOf(url) !== null,
          url,
          redirected: false,
          headers: new window.Headers({ 'content-type': url.endsWith('.css') ? 'text/css' : 'text/javascript' }),
          body: Buffer.from(contentOf(url) ?? ''),
        }),
      },
    },
  },
})
refuseHtml(window)
window.addEventListener('error', (event) => thrown.push('error' in event ? event.error : event))
Object.assign(window, { _FEDERATION_RUNTIME_CORE: federation })

async function run(): Promise<void> {
  const loaded = await loadContainer()
  if (!loaded)
    return report(
      `does not start: its script ${entry} ${thrown.length > 0 ? `throws ${describe(thrown[0])}` : 'defines no container'}`,
    )
  await loaded.init(shareScope(), [], {})
  const factory = await withTimeout('its module ./remote', () => loaded.get('./remote'))
  const remote = typeof factory === 'function' && propertyOf(Reflect.apply(factory, undefined, []), 'remote')
  const [routes, places, loadMessages] = ['routes', 'places', 'loadMessages'].map((name) => propertyOf(remote, name))
  if (!isObject(remote)) return report('exports no "remote" from src/remote.tsx')
  if (!Array.isArray(routes)) return report('exports a remote whose "routes" are not an array')
  if (typeof loadMessages !== 'function') return report('exports a remote without a function "loadMessages"')
  for (const route of routes) visitRoute(route, '')
  for (const [place, parts] of Object.entries(isObject(places) ? places : {}))
    for (const [name, part] of Object.entries(isObject(parts) ? parts : {}))
      if (isComponent(part)) {
        outcome.places.push(`${place}/${name}`)
        drawn.push({ what: `${place}/${name}`, Component: part })
      }
  const messages = await withTimeout('loadMessages("en")', async () => Reflect.apply(loadMessages, remote, ['en']))
  if (!isObject(messages)) report('has a function "loadMessages" that returns no texts for "en"')
  await Promise.all(screens.map(loadScreen))
}

async function loadContainer() {
  const script = window.document.createElement('script')
  script.src = `/${entry}`
  window.document.head.append(script)
  await window.happyDOM.waitUntilComplete()
  const found = propertyOf(window, container)
  const [init, get] = [propertyOf(found, 'init'), propertyOf(found, 'get')]
  if (typeof init !== 'function' || typeof get !== 'function') return null
  return {
    init: (...args: unknown[]): unknown => Reflect.apply(init, found, args),
    get: async (name: string): Promise<unknown> => Reflect.apply(get, found, [name]),
  }
}

const ids = new Set<string>()
const screens: { path: string; lazy: () => unknown }[] = []

function visitRoute(route: unknown, parent: string): void {
  if (!isObject(route)) return report(`exports a route that is not an object: ${String(route)}`)
  const { path, index, children, id, lazy } = route
  if (path !== undefined && typeof path !== 'string')
    return report(`exports a route whose path is not a string: ${JSON.stringify(path)}`)
  if (typeof id === 'string') {
    if (ids.has(id)) return report(`exports two routes with the id "${id}"`)
    ids.add(id)
  }
  if (index === true && children !== undefined)
    return report(`exports an index route with children at ${parent || '/'}`)
  const pattern = path === undefined ? parent : path.startsWith('/') ? path : `${parent}/${path}`
  if (path !== undefined || index === true) outcome.routes.push(pattern || '/')
  if (isComponent(route['Component']))
    drawn.push({ what: `The screen at ${pattern || '/'}`, Component: route['Component'] })
  if (typeof lazy === 'function') screens.push({ path: pattern || '/', lazy: () => Reflect.apply(lazy, route, []) })
  if (children === undefined) return
  if (!Array.isArray(children)) return report(`exports a route ${pattern} whose children are not an array`)
  for (const child of children) visitRoute(child, pattern)
}

// Not a violation: a screen may need more than this DOM offers.
async function loadScreen({ path, lazy }: { path: string; lazy: () => unknown }): Promise<void> {
  try {
    const loaded = await withTimeout(`the screen at ${path}`, async () => lazy())
    const Component = propertyOf(loaded, 'Component')
    if (isComponent(Component)) drawn.push({ what: `The screen at ${path}`, Component })
  } catch (error) {
    outcome.notes.push(`The screen at ${path} could not be loaded outside of a browser: ${describe(error)}`)
  }
}

async function withTimeout<T>(what: string, work: () => Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`${what} did not load within ${STEP_MS / 1000} seconds`)), STEP_MS)
  })
  return Promise.race([work(), late])
}

function report(sentence: string): void {
  outcome.violations.push(sentence)
}

function statusOf(url: string): number {
  return contentOf(url) === null ? 404 : 200
}

/** Returns null for everything that is not in the build. */
function contentOf(url: string): string | null {
  const { origin: asked, pathname } = new URL(url)
  const path = pathname.slice(1)
  const content = asked === origin && Object.hasOwn(files, path) ? files[path] : undefined
  if (content === undefined) return null
  // happy-dom runs scripts as functions, so their variables are not global.
  return path === entry ? `${content}\n;self[${JSON.stringify(container)}]=${container}` : content
}

function shareScope(): Record<string, unknown> {
  const real: Record<string, unknown> = { react, 'react-dom': reactDom, 'react/jsx-runtime': jsxRuntime }
  const moduleOf = (key: string) => real[key] ?? stubbedKit
  return Object.fromEntries(
    shared.map((key) => {
      const module = moduleOf(key)
      const config = { singleton: true, requiredVersion: false, eager: true }
      const share = { lib: () => module, get: async () => () => module, loaded: true, shareConfig: config }
      return [
        key,
        {
          [kit]: {
            ...share,
            version: kit,
            from: 'shell',
            scope: ['default'],
            useIn: [],
            deps: [],
            strategy: 'loaded-first',
          },
        },
      ]
    }),
  )
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const propertyOf = (value: unknown, name: string): unknown =>
  isObject(value) || typeof value === 'function' ? Reflect.get(value, name) : undefined

await run().catch((error: unknown) => report(`fails: ${describe(error)}`))
// First without drawing, which may never end.
const print = (line: unknown): Promise<void> =>
  new Promise((resolve) => process.stdout.write(`${JSON.stringify(line)}\n`, () => resolve()))
await print(outcome)
await print(outcome.violations.length > 0 ? [] : await drawScreens(window, drawn))
process.exit(0)
