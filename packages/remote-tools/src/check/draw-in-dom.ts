import type { Window } from 'happy-dom'
import { type ComponentType, createElement, type ReactNode, Suspense } from 'react'
import { flushSync } from 'react-dom'
import type { Root } from 'react-dom/client'
import { describe } from '../run/describe.ts'
import { createStub } from '../run/stub.ts'

export interface Screen {
  /** Completes "could not be drawn". */
  what: string
  Component: ComponentType<object>
}

// For parts that load while they are drawn.
const waitMs = 1000

const isNamedLikeComponent = (name: string | symbol): boolean => typeof name === 'string' && /^[A-Z]/.test(name)

const frame: unknown = new Proxy(
  function Frame({ children }: { children?: ReactNode | ((stub: unknown) => ReactNode) } = {}) {
    return typeof children === 'function' ? children(createStub()) : children
  },
  { get: (target, name) => Reflect.get(target, name) ?? (isNamedLikeComponent(name) ? frame : undefined) },
)

/** Its components draw their children; everything else does nothing. */
export const stubbedKit: unknown = new Proxy(
  {},
  { get: (_, name) => (isNamedLikeComponent(name) ? frame : createStub()), has: () => true },
)

const props = {
  organization: createStub(),
  user: createStub(),
  session: createStub(),
  roles: ['owner'],
  permissions: [],
}

/** Returns notes: a screen may need more than this DOM and a kit that does nothing. */
export async function drawScreens(window: Window, screens: Screen[]): Promise<string[]> {
  // React uses these names, too.
  Object.assign(globalThis, { window, document: window.document })
  const { createRoot } = await import('react-dom/client')
  const { document } = window
  const notes: string[] = []
  for (const { what, Component } of screens) {
    let thrown: unknown
    const keep = (error: unknown): void => void (thrown ??= error)
    const place = document.createElement('div')
    document.body.append(place)
    // happy-dom's elements lack members of the browser's type.
    const root: Root = Reflect.apply(createRoot, undefined, [place, { onUncaughtError: keep, onCaughtError: () => {} }])
    const pending = createElement('i', { 'data-pending': '' })
    const screen = createElement(Suspense, { fallback: pending }, createElement(Component, props))
    flushSync(() => root.render(screen))
    const start = performance.now()
    while (place.querySelector('[data-pending]') && performance.now() - start < waitMs)
      await new Promise((resolve) => setTimeout(resolve, 10))
    if (thrown !== undefined) notes.push(`${what} could not be drawn outside of a browser: ${describe(thrown)}`)
    if (document.querySelector('style')) {
      notes.push(
        `${what} adds <style> elements, which the Content-Security-Policy of pages refuses. Look at it in a preview.`,
      )
      for (const style of document.querySelectorAll('style')) style.remove()
    }
    root.unmount()
    place.remove()
  }
  return notes
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
