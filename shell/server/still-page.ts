import { createHash } from 'node:crypto'
import { fillPage } from 'remote-tools/check/page-html'
import { namesIn, usedStyles } from 'remote-tools/check/used-styles'
import type { LiveRemote } from 'registry/live/live-remote.ts'
import type { Brand } from 'service/brand.ts'
import { markUrl } from './brand-tags.ts'

// Sets the system's colour scheme unless the visitor has chosen one, and keeps the font and clicks
// on buttons for the live page (src/take-over.ts). Enter in a field clicks the submit button, too.
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
}`

// Browsers would first draw an empty page as soon as `<body>` is there.
const wholePage = '<link rel="expect" href="#still" blocking="render">'
const stillScript = `${wholePage}<script>${script}</script>`

/** For the policy of documents with a still page. A nonce would allow any script that learns it. */
export const stillScriptHash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`

const MAX_PAGES = 500
const MAX_STYLES = 50

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
  // By the hash of the prerendered page. The last one of each, because facts rarely change.
  const filled = new Map<string, ReturnType<typeof fillPage> & { known: string }>()
  const fill = ({ integrity, html }: PrerenderedPage, facts: readonly string[]) => {
    const known = facts.join(' ')
    const cached = filled.get(integrity)
    if (cached?.known === known) return cached
    if (filled.size >= MAX_PAGES) filled.clear()
    const page = { ...fillPage(html, (fact) => facts.includes(fact), values), known }
    filled.set(integrity, page)
    return page
  }
  const findStyles = cacheStyles()
  return (remote: LiveRemote, page: PrerenderedPage, { facts, css, nonce }: StillOptions) => {
    const { html, css: own } = fill(page, facts)
    // The elements around the live page: src/layout/frame.tsx, src/federation/remote-scope.tsx.
    const body = `<div id="still"><main id="content"><div data-remote="${remote.locked.name}">${html}</div></main></div>`
    return { head: `${stillScript}<style nonce="${nonce}">${findStyles(`${css}\n${own}`, body)}</style>`, body }
  }
}

/** Pages of all languages have the same names, and parsing the styles takes a tenth of a second. */
function cacheStyles() {
  const found = new Map<string, string>()
  return (css: string, html: string): string => {
    const names = namesIn(html)
    const key = `${[...names].toSorted().join(' ')} ${css}`
    const known = found.get(key) ?? usedStyles(css, names)
    if (found.size >= MAX_STYLES) found.clear()
    found.set(key, known)
    return known
  }
}
