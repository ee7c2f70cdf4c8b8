import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'
import { isOnItsWay, SILENCE } from './files.ts'

/** The hashes of the containers' scripts, by address. A script that is not in it is not loaded. */
const hashes = new Map<string, string>()

/** From now on `url` is loaded, and runs if it has this hash. */
export const admitScript = (url: string, integrity: string): void => void hashes.set(url, integrity)

const attempts = new Map<string, number>()

/**
 * What `work` answers, unless five seconds pass in which it does not end and no file of the remote is on its way: of those each has a limit
 * of its own, and what still arrives is waited for.
 */
export function inTime<T>({ entry }: { entry: string }, work: Promise<T>): Promise<T> {
  const folder = new URL('..', new URL(entry, location.href)).href
  const tick = SILENCE / 10
  let silence = 0
  return new Promise((resolve, reject) => {
    const timer = setInterval(() => {
      silence = isOnItsWay(folder) ? 0 : silence + tick
      if (silence >= SILENCE) settle(() => reject(new Error(`nothing was heard of it for ${SILENCE / 1000} seconds`)))
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

/**
 * Tries up to `retries` times again, once for each file that may fail: the browser answers the first attempt of a file that
 * was fetched ahead from that, and most faults of a network pass at once. What was silent for too long is not tried any more by itself.
 */
export async function retryFaults<T>(retries: number, load: () => Promise<T>): Promise<T> {
  const started = performance.now()
  try {
    return await load()
  } catch (cause) {
    if (retries === 0 || performance.now() - started >= SILENCE) throw cause
    return retryFaults(retries - 1, load)
  }
}

/** What we ask of Module Federation's runtime: https://module-federation.io/plugin/dev/ */
export const loadingRules: ModuleFederationRuntimePlugin = {
  name: 'loading-rules',
  createScript: ({ url }) => {
    const integrity = hashes.get(url)
    if (!integrity) throw new Error(`the lock has no hash of ${url}`)
    const attempt = attempts.get(url) ?? 0
    attempts.set(url, attempt + 1)
    const script = document.createElement('script')
    script.integrity = integrity
    script.crossOrigin = 'anonymous'
    // Under the same address the browser would join the request that is under way, also when it hangs for good.
    script.src = attempt === 0 ? url : `${url}?attempt=${attempt}`
    // Left alone, Module Federation waits 20 seconds, also for what still arrives (files.ts).
    return { script, timeout: 2 ** 31 - 1 }
  },
}
