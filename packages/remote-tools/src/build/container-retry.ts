// A part of every container and of the shell, as a plugin of Module Federation's runtime: lets nothing be loaded of which the build has
// no hash, and makes what failed be loaded anew.
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'

type FileName = (chunk: string) => string
type Hashes = Record<string, string>

/* oxlint-disable no-underscore-dangle -- names of the bundler: https://webpack.js.org/api/module-variables/ */
declare let __webpack_chunk_load__: (chunk: string) => Promise<unknown>
/** Its parts: what scripts and styles are called, and the hashes that SubresourceIntegrityPlugin leaves; without styles there are none. */
declare const __webpack_require__: { u: FileName; k?: FileName; sriHashes?: Hashes; sriCssHashes?: Hashes }

const bundle = __webpack_require__

/** The same names, for files that have a hash; after the first time with a number. */
function anewEachTime(nameOf: FileName, hashes: Hashes = {}): FileName {
  const attempts = new Map<string, number>()
  return (chunk) => {
    const name = nameOf(chunk)
    // The loader would set the word "undefined", with which browsers check nothing.
    if (!hashes[chunk]) throw new Error(`${name} has no hash`)
    const attempt = attempts.get(chunk) ?? 0
    attempts.set(chunk, attempt + 1)
    // A chunk is asked for again only if it could not be loaded. Under the same address the browser would join the request
    // that is under way, also when it hangs for good, and take what it has fetched ahead, also when that is wrong.
    return attempt === 0 ? name : `${name}?attempt=${attempt}`
  }
}
bundle.u = anewEachTime(bundle.u, bundle.sriHashes)
if (bundle.k) bundle.k = anewEachTime(bundle.k, bundle.sriCssHashes)

/** In milliseconds; silence is five seconds (shell/src/federation/files.ts). */
const AT_ONCE = 2000

const loadChunk = __webpack_chunk_load__
const failures: unknown[] = []

// Otherwise a chunk counts as loaded when a module that it shares is not there, its modules run into that, and the bundler
// keeps what is left of them.
__webpack_chunk_load__ = async (chunk) => {
  const before = failures.length
  const started = performance.now()
  // The first attempt is answered by what was fetched ahead, also by a failure that is long over. What was silent for long is not
  // tried any more by itself.
  await loadChunk(chunk).catch((cause: unknown) => {
    if (performance.now() - started > AT_ONCE) throw cause
    return loadChunk(chunk)
  })
  if (failures.length > before) throw failures.at(-1)
}

const containerRetry: ModuleFederationRuntimePlugin = {
  name: 'container-retry',
  errorLoadShare: ({ pkgName, shareScopeMap, error }) => {
    failures.push(error)
    for (const versions of Object.values(shareScopeMap)) {
      for (const shared of Object.values(versions[pkgName] ?? {})) if (!shared.loaded) shared.loading = null
    }
  },
}

export default () => containerRetry
