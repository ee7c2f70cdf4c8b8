// A process that loads a container as the shell does: with real React, in a DOM without network.
import { text } from 'node:stream/consumers'
import type { ComponentType } from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import * as react from 'react'
import * as reactDom from 'react-dom'
import { isComponent } from 'contract/entries-of.ts'
import { eagerModules, lazyModules } from '../build/shared.ts'
import { createDrawing, refuseHtml, stubbedKit } from './draw-in-dom.ts'
import { describe } from '../run/describe.ts'
import { isObject, openPage, propertyOf, shareScope } from '../run/open-container.ts'
import { limitProcessorTime, waitIdle } from '../run/processor-time.ts'
import { runInput, type RunOutcome, type runLimits } from '../run/run-outcome.ts'

const input: { limits: typeof runLimits } = JSON.parse(await text(process.stdin))
const { limits } = input
const { container, entry, files, kit } = runInput.parse(input)
limitProcessorTime(limits.loadMs)
// A page would go on, too.
for (const event of ['unhandledRejection', 'uncaughtException']) process.on(event, () => {})
const outcome: RunOutcome = { violations: [], failing: [], notes: [], routes: [], places: [] }

/** A place or route, drawn inside the routes around it. */
interface Screen {
  what: string
  lazy?: () => unknown
  Component?: ComponentType<object>
  around: Screen[]
  isBroken?: boolean
}
const screens: Screen[] = []

const { window, thrown, loadContainer } = openPage({ container, entry, files })
refuseHtml(window)

async function run(): Promise<void> {
  const real: Record<string, unknown> = { react, 'react-dom': reactDom, 'react/jsx-runtime': jsxRuntime }
  const shared = Object.keys({ ...eagerModules, ...lazyModules })
  const modules = Object.fromEntries(shared.map((key) => [key, real[key] ?? stubbedKit]))
  const loadRemote = await withTimeout('its script', () => loadContainer(shareScope(modules, kit)))
  if (!loadRemote)
    return report(
      `does not start: its script ${entry} ${thrown.length > 0 ? `throws ${describe(thrown[0])}` : 'defines no container'}`,
    )
  const remote = await withTimeout('its module ./remote', loadRemote)
  const [routes, places, loadMessages] = ['routes', 'places', 'loadMessages'].map((name) => propertyOf(remote, name))
  if (!isObject(remote)) return report('exports no "remote" from src/remote.tsx')
  if (!Array.isArray(routes)) return report('exports a remote whose "routes" are not an array')
  if (typeof loadMessages !== 'function') return report('exports a remote without a function "loadMessages"')
  for (const route of routes) visitRoute(route)
  for (const [place, parts] of Object.entries(isObject(places) ? places : {}))
    for (const [name, part] of Object.entries(isObject(parts) ? parts : {}))
      if (isComponent(part)) {
        outcome.places.push(`${place}/${name}`)
        screens.push({ what: `${place}/${name}`, Component: part, around: [] })
      }
  const messages = await withTimeout('loadMessages("en")', async () => Reflect.apply(loadMessages, remote, ['en']))
  if (!isObject(messages)) report('has a function "loadMessages" that returns no texts for "en"')
  await Promise.all(screens.map(loadScreen))
}

const ids = new Set<string>()

function visitRoute(route: unknown, parent = '', around: Screen[] = []): void {
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
  const screen: Screen = { what: `The screen at ${pattern || '/'}`, around }
  Object.assign(screen, componentOf(route))
  if (typeof lazy === 'function') screen.lazy = () => Reflect.apply(lazy, route, [])
  screens.push(screen)
  if (children === undefined) return
  if (!Array.isArray(children)) return report(`exports a route ${pattern} whose children are not an array`)
  for (const child of children) visitRoute(child, pattern, [...around, screen])
}

/** As in react-router: a route has a component or an element. */
function componentOf(part: unknown): Pick<Screen, 'Component'> {
  const [Component, element] = ['Component', 'element'].map((name) => propertyOf(part, name))
  if (isComponent(Component)) return { Component }
  return react.isValidElement(element) ? { Component: () => element } : {}
}

// Not a violation: a screen may need more than this DOM offers.
async function loadScreen(screen: Screen): Promise<void> {
  const { what, lazy } = screen
  if (!lazy) return
  try {
    Object.assign(screen, componentOf(await withTimeout(what, async () => lazy())))
  } catch (error) {
    screen.isBroken = true
    outcome.failing.push(`${what} could not be loaded outside of a browser: ${describe(error)}`)
  }
}

async function withTimeout<T>(what: string, work: () => Promise<T>): Promise<T> {
  const late = waitIdle(limits.waitMs).then(() => {
    throw new Error(`${what} did not load within ${limits.waitMs / 1000} seconds`)
  })
  return Promise.race([work(), late])
}

function report(sentence: string): void {
  outcome.violations.push(sentence)
}

await run().catch((error: unknown) => report(`fails: ${describe(error)}`))
const print = (line: unknown): Promise<void> =>
  new Promise((resolve) => process.stdout.write(`${JSON.stringify(line)}\n`, () => resolve()))
const drawable = outcome.violations.length > 0 ? [] : screens.filter(({ Component }) => Component)
// Each line before the next screen is drawn, which may never end.
await print({ ...outcome, screens: drawable.map(({ what }) => what) })
const draw = await createDrawing(window)
for (const screen of drawable) {
  const chain = [...screen.around, screen]
  limitProcessorTime(limits.drawMs)
  // The error of a parent is not repeated for each of its children.
  const isCovered = chain.some(({ isBroken }) => isBroken)
  const drawn = isCovered ? { notes: [], failing: [] } : await draw(screen.what, chain)
  screen.isBroken = drawn.failing.length > 0
  await print(drawn)
}
process.exit(0)
