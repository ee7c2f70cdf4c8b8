// In the shell and every container: refuses files without a hash, and retries failed loads.
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'

type FileName = (chunk: string) => string
type Hashes = Record<string, string>

/* oxlint-disable no-underscore-dangle -- names of the bundler: https://webpack.js.org/api/module-variables/ */
declare let __webpack_chunk_load__: (chunk: string) => Promise<unknown>
declare const __webpack_require__: { u: FileName; k?: FileName; sriHashes?: Hashes; sriCssHashes?: Hashes }

const bundle = __webpack_require__

function numberAttempts(nameOf: FileName, hashes: Hashes = {}): FileName {
  const attempts = new Map<string, number>()
  return (chunk) => {
    const name = nameOf(chunk)
    // The loader would set the hash "undefined", with which browsers verify nothing.
    if (!hashes[chunk]) throw new Error(`${name} has no hash`)
    const attempt = attempts.get(chunk) ?? 0
    attempts.set(chunk, attempt + 1)
    // With the same URL, the browser would join a hanging request or reuse a wrong response.
    return attempt === 0 ? name : `${name}?attempt=${attempt}`
  }
}
bundle.u = numberAttempts(bundle.u, bundle.sriHashes)
if (bundle.k) bundle.k = numberAttempts(bundle.k, bundle.sriCssHashes)

// Shorter than the timeout for a silent file (shell/src/federation/files.ts).
const RETRY_WITHIN_MS = 2000

const loadChunk = __webpack_chunk_load__
const failures: unknown[] = []

// Otherwise a chunk counts as loaded even if a shared module is missing, and its modules break.
__webpack_chunk_load__ = async (chunk) => {
  const before = failures.length
  const started = performance.now()
  // The first attempt may reuse an old failed preload. After a slow failure, nothing is retried.
  await loadChunk(chunk).catch((cause: unknown) => {
    if (performance.now() - started > RETRY_WITHIN_MS) throw cause
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
