import { useEffect, useEffectEvent, useState } from 'react'
import type { Result } from './auth-client.ts'
import { useReturns } from './session/session.ts'

/** `const [response, reload] = useRequest(key, () => request(…))`. Loads nothing if `key` is null. */
export function useRequest<T>(key: string | null, call: () => Promise<Result<T>>): [Result<T> | undefined, () => void] {
  const [known, setKnown] = useState<{ key: string; response: Result<T> }>()
  const [reloads, setReloads] = useState(0)
  const load = useEffectEvent(call)
  const returns = useReturns()
  useEffect(() => {
    if (key === null) return undefined
    let isCurrent = true
    void load().then((response) => {
      if (isCurrent) setKnown({ key, response })
    })
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- these are reasons of their own to load again
  }, [key, reloads, returns])
  return [known?.key === key ? known.response : undefined, () => setReloads((count) => count + 1)]
}
