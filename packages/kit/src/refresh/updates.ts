// A plugin of Module Federation's runtime, so that every development build contains it.
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'

declare const REMOTE_NAME: string

type LoadScript = (url: string, done: (event: Event | string) => void, key?: string, chunk?: string) => void
/* oxlint-disable no-underscore-dangle -- names of the bundler: https://webpack.js.org/api/module-variables/ */
declare const __webpack_require__: {
  l: LoadScript
  /** The URL of the folder of all files, with `..` in it. */
  p: string
  /** The stylesheet of a chunk. */
  k: (chunk: string) => string
  /** By chunk with a stylesheet. */
  sriCssHashes?: Record<string, string>
  /** By chunk whose script has loaded: 0. */
  hmrS_jsonp?: Record<string, unknown>
  hmrC: object
}

const bundle = __webpack_require__
const hot = import.meta.webpackHot
const loadScript = bundle.l
// By path, from the event `remote-built`.
let hashes: Readonly<Record<string, string>> = {}
// Updates whose hash has not arrived yet.
const early: (() => void)[] = []

const hashOf = (url: string) => Object.entries(hashes).find(([path]) => url.endsWith(`/${path}`))?.[1]

function loadUpdate(url: string, done: (event: Event | string) => void): void {
  const integrity = hashOf(url)
  if (integrity === undefined) return done('error')
  const script = document.createElement('script')
  Object.assign(script, { src: url, integrity, crossOrigin: 'anonymous', onload: done, onerror: done })
  document.head.append(script)
}

bundle.l = (url, done, key, chunk) => {
  if (!url.includes('.hot-update.')) return loadScript(url, done, key, chunk)
  if (hashOf(url) === undefined) return void early.push(() => loadUpdate(url, done))
  return loadUpdate(url, done)
}

// The bundler would load the former file of a stylesheet, with its former hash.
Object.defineProperty(bundle.hmrC, 'css', { get: () => () => {}, set: () => {} })

let taken = Promise.resolve()

addEventListener('remote-built', (event) => {
  if (!(event instanceof CustomEvent) || event.detail.name !== REMOTE_NAME || !hot) return
  // Without this call, the page reloads.
  event.preventDefault()
  hashes = event.detail.updates
  for (const load of early.splice(0)) load()
  taken = taken.then(takeAll).catch(() => location.reload())
})

// Rejects if no module accepts a change.
async function takeAll(): Promise<void> {
  if (!(await hot?.check(true))) return
  replaceStyles()
  await takeAll()
}

const withoutHash = (url: string): string => url.replace(/\.\w{8}\.css.*/, '')

function replaceStyles(): void {
  const { sriCssHashes = {}, hmrS_jsonp: scripts = {} } = bundle
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
  const own = links.filter(({ href }) => href.startsWith(new URL(bundle.p).href))
  const kept = Object.entries(sriCssHashes).flatMap(([chunk, integrity]) => {
    const { href } = new URL(bundle.k(chunk).replace(/\?.*/, ''), bundle.p) // container-retry.ts counts attempts there
    const old = own.filter((link) => withoutHash(link.href) === withoutHash(href))
    if (old.some((link) => link.href.startsWith(href))) return old
    if (old.length === 0 && scripts[chunk] !== 0) return []
    const link = document.createElement('link')
    const onload = () => old.forEach((each) => each.remove())
    Object.assign(link, { rel: 'stylesheet', href, integrity, crossOrigin: 'anonymous', onload })
    if (old[0]) old[0].before(link)
    else document.head.append(link)
    return old
  })
  for (const link of own) if (!kept.includes(link)) link.remove()
}

export default (): ModuleFederationRuntimePlugin => ({ name: 'updates' })
