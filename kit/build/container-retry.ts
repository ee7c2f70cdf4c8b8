// A part of every container and of the shell, as a plugin of Module Federation's runtime: makes what failed in it be loaded anew.
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'

/* oxlint-disable no-underscore-dangle -- names of the bundler: https://webpack.js.org/api/module-variables/ */
declare let __webpack_get_script_filename__: (chunk: string) => string
declare let __webpack_chunk_load__: (chunk: string) => Promise<unknown>

const nameOf = __webpack_get_script_filename__
const attempts = new Map<string, number>()

// A chunk is asked for again only if it could not be loaded. Under the same address the browser would join the request
// that is under way, also when it hangs for good.
__webpack_get_script_filename__ = (chunk) => {
  const attempt = attempts.get(chunk) ?? 0
  attempts.set(chunk, attempt + 1)
  return attempt === 0 ? nameOf(chunk) : `${nameOf(chunk)}?attempt=${attempt}`
}

const loadChunk = __webpack_chunk_load__
const failures: unknown[] = []

// Otherwise a chunk counts as loaded when a module that it shares is not there, its modules run into that, and the bundler
// keeps what is left of them.
__webpack_chunk_load__ = async (chunk) => {
  const before = failures.length
  await loadChunk(chunk)
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
