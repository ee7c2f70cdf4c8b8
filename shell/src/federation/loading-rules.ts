import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'

/** No remote may keep a visitor waiting longer than this, whatever it is that hangs. */
const TIMEOUT_MS = 5000

/** The hashes of the containers' scripts, by address. A script that is not in it is not loaded. */
const hashes = new Map<string, string>()

/** From now on `url` is loaded, and runs if it has this hash. */
export const admitScript = (url: string, integrity: string): void => void hashes.set(url, integrity)

/** The end of each container's current load, as `performance.now()` tells the time. */
const deadlines = new Map<string, number>()

/** How often each address was asked for. */
const attempts = new Map<string, number>()

const timeLeft = (container: string) => (deadlines.get(container) ?? 0) - performance.now()

/** Starts the clock of a load. What it answers rejects as soon as the load should have been over. */
export function startClock(container: string): Promise<never> {
  deadlines.set(container, performance.now() + TIMEOUT_MS)
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error(`it took longer than ${TIMEOUT_MS / 1000} seconds`)), TIMEOUT_MS)
  })
}

/**
 * Tries up to `retries` times again, once for each file that may fail: the browser answers the first attempt of a file that
 * was fetched ahead from that, and most faults of a network pass at once. When the time is over nothing is tried any more,
 * since the visitor's own retry would join an attempt that hangs.
 */
export async function retryInTime<T>(container: string, retries: number, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    if (retries === 0 || timeLeft(container) <= 0) throw cause
    return retryInTime(container, retries - 1, load)
  }
}

/** What we ask of Module Federation's runtime: https://module-federation.io/plugin/dev/ */
export const loadingRules: ModuleFederationRuntimePlugin = {
  name: 'loading-rules',
  createScript: ({ url, remoteInfo }) => {
    const integrity = hashes.get(url)
    if (!integrity) throw new Error(`the lock has no hash of ${url}`)
    const attempt = attempts.get(url) ?? 0
    attempts.set(url, attempt + 1)
    const script = document.createElement('script')
    script.integrity = integrity
    script.crossOrigin = 'anonymous'
    // Under the same address the browser would join the request that is under way, also when it hangs for good.
    script.src = attempt === 0 ? url : `${url}?attempt=${attempt}`
    // Left alone, Module Federation waits 20 seconds.
    return { script, timeout: Math.max(1, timeLeft(remoteInfo?.name ?? '')) }
  },
}
