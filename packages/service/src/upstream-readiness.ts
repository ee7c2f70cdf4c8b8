import { monotonicTime } from './monotonic-time.ts'

// In milliseconds. `/ready` has to respond within two seconds.
const timeout = 1800
const cachedFor = 1000

/** A stopping service counts as ready, because it still serves. */
export function readinessOf(origin: string): () => Promise<boolean> {
  let result: Promise<boolean> | undefined
  let until = 0
  return () => {
    if (!result || monotonicTime() >= until) {
      until = Infinity
      result = fetchReadiness(`${origin}/ready`).finally(() => (until = monotonicTime() + cachedFor))
    }
    return result
  }
}

async function fetchReadiness(url: string): Promise<boolean> {
  const get = async (): Promise<boolean> => {
    const response = await fetch(url, { signal })
    const body: unknown = await response.json()
    return response.ok || Reflect.get(Object(body), 'reason') === 'stopping'
  }
  const signal = AbortSignal.timeout(timeout)
  try {
    // Retry once, because the kept-alive connection may just have been closed.
    return await get().catch(get)
  } catch {
    return false
  }
}
