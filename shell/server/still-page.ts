import { createHash } from 'node:crypto'
import { fillPage } from 'remote-tools/check/page-html'
import { namesIn, usedStyles } from 'remote-tools/check/used-styles'
import type { LiveRemote } from 'registry/live/live-remote.ts'
import type { Brand } from 'service/brand.ts'
import { markUrl } from './brand-tags.ts'

// Sets the system's colour scheme unless the visitor has chosen one, and keeps the font and clicks
// on buttons for the live page (src/take-over.ts). Enter in a field clicks the submit button, too.
// Files of the live page begin to load at `load`, for which password managers may wait. Scripts run
// after the styles (src/main.tsx).
const script = `{
const { dataset } = document.documentElement
dataset.still = ''
dataset.mantineColorScheme ??= matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
addEventListener('click', (event) => {
  const button = event.target.closest('#still button')
  if (!button) return
  event.preventDefault()
  document.querySelector('#still [data-pending]')?.removeAttribute('data-pending')
  button.dataset.pending = ''
}, true)
let typedAt = -Infinity
addEventListener('input', () => (typedAt = performance.now()))
addEventListener('load', async () => {
  const { content } = document.getElementById('later')
  const scripts = [...content.querySelectorAll('script')]
  for (const script of scripts) {
    const { src: href, integrity } = script
    script.async = false
    script.replaceWith(
      Object.assign(document.createElement('link'), { rel: 'preload', as: 'script', crossOrigin: '', integrity, href }))
  }
  const styles = [...content.querySelectorAll('link')].flatMap((link) =>
    link.rel === 'stylesheet' ? [new Promise((done) => (link.onload = link.onerror = done))] : [])
  document.body.append(content)
  await Promise.all(styles)
  // Running them takes up to a second on a slow phone, in which keys would wait.
  while (performance.now() - typedAt < 400 && !document.querySelector('#still [data-pending]'))
    await new Promise((again) => setTimeout(again, 50))
  document.body.append(...scripts)
})
}`

// Browsers would first draw what has arrived, and move it later. They wait for a start tag: that of
// the element after the page.
const wholePage = '<link rel="expect" href="#later" blocking="render">'
const stillScript = `${wholePage}<script>${script}</script>`

/** For the policy of documents with a still page. A nonce would allow any script that learns it. */
export const stillScriptHash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** Tags of files that the still page does not wait for. */
export const later = (tags: readonly string[]): string => `<template id="later">${tags.join('')}</template>`

/** Tens of kB each. More than one remote should need, so that it does not slow the pages of others. */
const MAX_PAGES = 500

export interface PrerenderedPage {
  readonly integrity: string
  readonly html: string
}

interface StillOptions {
  facts: readonly string[]
  /** The styles of the shell. */
  css: string
  nonce: string
}

/** Completes a prerendered page with what only the running server knows. */
export function createStillPage(brand: Brand) {
  const values = { name: brand.PRODUCT_NAME, mark: markUrl(brand) }
  const filled = createCache<ReturnType<typeof fillPage>>(MAX_PAGES)
  // Pages of all languages have the same names, and parsing the styles takes a tenth of a second.
  const styles = createCache<string>(MAX_PAGES)
  return (remote: LiveRemote, { integrity, html }: PrerenderedPage, { facts, css, nonce }: StillOptions) => {
    const page = filled(`${integrity} ${facts.join(' ')}`, () => fillPage(html, (fact) => facts.includes(fact), values))
    // The elements around the live page: src/layout/frame.tsx, src/federation/remote-scope.tsx.
    const body = `<div id="still"><main id="content"><div data-remote="${remote.locked.name}">${page.html}</div></main></div>`
    const all = `${css}\n${page.css}`
    const names = namesIn(body)
    const used = styles(`${[...names].toSorted().join(' ')} ${all}`, () => usedStyles(all, names))
    return { head: `${stillScript}<style nonce="${nonce}">${used}</style>`, body }
  }
}

function createCache<Value>(max: number) {
  const known = new Map<string, Value>()
  return (key: string, make: () => Value): Value => {
    const value = known.get(key) ?? make()
    // The key that has not been used for the longest time comes first, and goes first.
    known.delete(key)
    known.set(key, value)
    const [oldest] = known.keys()
    if (known.size > max && oldest !== undefined) known.delete(oldest)
    return value
  }
}
