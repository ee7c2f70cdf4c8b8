// A process that loads a container as the shell does: with real React, in a DOM without network.
import { text } from 'node:stream/consumers'
import * as jsxRuntime from 'react/jsx-runtime'
import * as react from 'react'
import * as reactDom from 'react-dom'
import { isComponent } from 'contract/entries-of.ts'
import { eagerModules, lazyModules } from '../build/shared.ts'
import { drawScreens, refuseHtml, type Screen, stubbedKit } from './draw-in-dom.ts'
import { describe } from '../run/describe.ts'
import { isObject, openPage, propertyOf, shareScope } from '../run/open-container.ts'
import { runInput, type RunOutcome } from '../run/run-outcome.ts'

const STEP_MS = 5000

const { container, entry, files, kit } = runInput.parse(JSON.parse(await text(process.stdin)))
const outcome: RunOutcome = { violations: [], notes: [], routes: [], places: [] }
const drawn: Screen[] = []

const { window, thrown, loadContainer } = openPage({ container, entry, files })
refuseHtml(window)

async function run(): Promise<void> {
  const real: Record<string, unknown> = { react, 'react-dom': reactDom, 'react/jsx-runtime': jsxRuntime }
  const shared = Object.keys({ ...eagerModules, ...lazyModules })
  const modules = Object.fromEntries(shared.map((key) => [key, real[key] ?? stubbedKit]))
  const loadRemote = await loadContainer(shareScope(modules, kit))
  if (!loadRemote)
    return report(
      `does not start: its script ${entry} ${thrown.length > 0 ? `throws ${describe(thrown[0])}` : 'defines no container'}`,
    )
  const remote = await withTimeout('its module ./remote', loadRemote)
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

await run().catch((error: unknown) => report(`fails: ${describe(error)}`))
// First without drawing, which may never end.
const print = (line: unknown): Promise<void> =>
  new Promise((resolve) => process.stdout.write(`${JSON.stringify(line)}\n`, () => resolve()))
await print(outcome)
await print(outcome.violations.length > 0 ? [] : await drawScreens(window, drawn))
process.exit(0)
