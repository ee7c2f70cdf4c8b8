import type { Window } from 'happy-dom'
import { type ComponentType, createContext, createElement, type ReactNode, Suspense, useContext } from 'react'
import { flushSync } from 'react-dom'
import type { Root } from 'react-dom/client'
import { describe } from '../run/describe.ts'
import { waitIdle } from '../run/processor-time.ts'
import { createStub } from '../run/stub.ts'

// For parts that load while they are drawn.
const waitMs = 1000

const isNamedLikeComponent = (name: string | symbol): boolean => typeof name === 'string' && /^[A-Z]/.test(name)

const frame: unknown = new Proxy(
  function Frame({ children }: { children?: ReactNode | ((stub: unknown) => ReactNode) } = {}) {
    return typeof children === 'function' ? children(createStub()) : children
  },
  { get: (target, name) => Reflect.get(target, name) ?? (isNamedLikeComponent(name) ? frame : undefined) },
)

// The child route, for the `Outlet` of its parent.
const Child = createContext<ReactNode>(null)

/** Its components draw their children, and its `Outlet` the child route; everything else does nothing. */
export const stubbedKit: unknown = new Proxy(
  { Outlet: () => useContext(Child), useSearchParams: () => [new URLSearchParams(), () => {}] },
  {
    get: (target, name) => Reflect.get(target, name) ?? (isNamedLikeComponent(name) ? frame : createStub()),
    has: () => true,
  },
)

const props = {
  organization: createStub(),
  user: createStub(),
  session: createStub(),
  roles: ['owner'],
  permissions: [],
}

/** Returns a function that draws a screen inside its parents, and says what it did. */
export async function createDrawing(window: Window) {
  // React uses these names, too.
  Object.assign(globalThis, { window, document: window.document })
  const { createRoot } = await import('react-dom/client')
  const { document } = window
  return async (what: string, chain: { Component?: ComponentType<object> }[]) => {
    const notes: string[] = []
    let thrown: unknown
    const keep = (error: unknown): void => void (thrown ??= error)
    const place = document.createElement('div')
    document.body.append(place)
    // happy-dom's elements lack members of the browser's type.
    const root: Root = Reflect.apply(createRoot, undefined, [place, { onUncaughtError: keep, onCaughtError: () => {} }])
    const pending = createElement('i', { 'data-pending': '' })
    const screen = chain.reduceRight<ReactNode>(
      (child, { Component }) =>
        Component ? createElement(Child, { value: child }, createElement(Component, props)) : child,
      null,
    )
    flushSync(() => root.render(createElement(Suspense, { fallback: pending }, screen)))
    await waitIdle(waitMs, () => !place.querySelector('[data-pending]'))
    if (document.querySelector('style')) {
      notes.push(
        `${what} adds <style> elements, which the Content-Security-Policy of pages refuses. Look at it in a preview.`,
      )
      for (const style of document.querySelectorAll('style')) style.remove()
    }
    root.unmount()
    place.remove()
    const isFine = thrown === undefined
    return { notes, failing: isFine ? [] : [`${what} could not be drawn outside of a browser: ${describe(thrown)}`] }
  }
}

const refuse = (): never => {
  throw new TypeError('pages refuse HTML from strings, such as innerHTML, because they require Trusted Types')
}

/** As the policy of pages does (Trusted Types). */
export function refuseHtml(window: Window): void {
  for (const name of ['innerHTML', 'outerHTML'])
    Object.defineProperty(window.Element.prototype, name, { get: () => '', set: refuse })
  Object.defineProperty(window.Element.prototype, 'insertAdjacentHTML', { value: refuse })
}
