// A plugin of Module Federation's runtime, so that every development build contains it.
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'

declare const REMOTE_NAME: string

type LoadScript = (url: string, done: (event: Event | string) => void, key?: string, chunk?: string) => void
/* oxlint-disable no-underscore-dangle -- names of the bundler: https://webpack.js.org/api/module-variables/ */
declare const __webpack_require__: { l: LoadScript }

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
  if (await hot?.check(true)) await takeAll()
}

export default (): ModuleFederationRuntimePlugin => ({ name: 'updates' })
