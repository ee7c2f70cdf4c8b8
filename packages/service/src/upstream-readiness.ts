import { steadyTime } from './steady-time.ts'

/** In milliseconds: `/ready` answers within two seconds, and asks no more often than this. */
const deadline = 1800
const remembered = 1000

/** Whether a service is ready, or only stopping, when it still serves. Asks once a second at most. */
export function readinessOf(origin: string): () => Promise<boolean> {
  let answer: Promise<boolean> | undefined
  let until = 0
  return () => {
    if (!answer || steadyTime() >= until) {
      until = Infinity
      answer = ask(`${origin}/ready`).finally(() => (until = steadyTime() + remembered))
    }
    return answer
  }
}

async function ask(url: string): Promise<boolean> {
  const get = async (): Promise<boolean> => {
    const response = await fetch(url, { signal })
    const said: unknown = await response.json()
    return response.ok || (typeof said === 'object' && said !== null && Reflect.get(said, 'reason') === 'stopping')
  }
  const signal = AbortSignal.timeout(deadline)
  try {
    // Once more, for the connection kept from the last time may just have been closed.
    return await get().catch(get)
  } catch {
    return false
  }
}
