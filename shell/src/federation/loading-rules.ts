import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'
import { isPending, IDLE_TIMEOUT } from './files.ts'

const hashes = new Map<string, string>()

export const admitScript = (url: string, integrity: string): void => void hashes.set(url, integrity)

const attempts = new Map<string, number>()

/** Rejects after five seconds without progress. Files that are loading have limits of their own. */
export function withTimeout<T>({ entry }: { entry: string }, work: Promise<T>): Promise<T> {
  const folder = new URL('..', new URL(entry, location.href)).href
  const tick = IDLE_TIMEOUT / 10
  let idleTime = 0
  return new Promise((resolve, reject) => {
    const timer = setInterval(() => {
      idleTime = isPending(folder) ? 0 : idleTime + tick
      if (idleTime >= IDLE_TIMEOUT) settle(() => reject(new Error(`No progress for ${IDLE_TIMEOUT / 1000} seconds`)))
    }, tick)
    const settle = (how: () => void) => {
      clearInterval(timer)
      how()
    }
    work.then(
      (value) => settle(() => resolve(value)),
      (cause: unknown) => settle(() => reject(cause)),
    )
  })
}

/** The first attempt may only repeat a failed preload, and most network failures are brief. */
export async function retryLoad<T>(retries: number, load: () => Promise<T>): Promise<T> {
  const started = performance.now()
  try {
    return await load()
  } catch (cause) {
    if (retries === 0 || performance.now() - started >= IDLE_TIMEOUT) throw cause
    return retryLoad(retries - 1, load)
  }
}

export const loadingRules: ModuleFederationRuntimePlugin = {
  name: 'loading-rules',
  createScript: ({ url }) => {
    const integrity = hashes.get(url)
    if (!integrity) throw new Error(`The version lock has no hash of ${url}`)
    const attempt = attempts.get(url) ?? 0
    attempts.set(url, attempt + 1)
    const script = document.createElement('script')
    script.integrity = integrity
    script.crossOrigin = 'anonymous'
    // With the same URL, the browser would join the running request, even if that one hangs.
    script.src = attempt === 0 ? url : `${url}?attempt=${attempt}`
    // Disables Module Federation's limit of 20 seconds; files.ts has a better one.
    return { script, timeout: 2 ** 31 - 1 }
  },
}
