import { useEffect, useEffectEvent, useState } from 'react'
import type { Answer } from './auth-client.ts'
import { useReturns } from './session/session.ts'

/** `const [answer, reload] = useRequest(key, () => request(…))`. Loads nothing if `key` is null. */
export function useRequest<T>(key: string | null, call: () => Promise<Answer<T>>): [Answer<T> | undefined, () => void] {
  const [known, setKnown] = useState<{ key: string; answer: Answer<T> }>()
  const [reloads, setReloads] = useState(0)
  const load = useEffectEvent(call)
  const returns = useReturns()
  useEffect(() => {
    if (key === null) return undefined
    let isCurrent = true
    void load().then((answer) => {
      if (isCurrent) setKnown({ key, answer })
    })
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- these are reasons of their own to load again
  }, [key, reloads, returns])
  return [known?.key === key ? known.answer : undefined, () => setReloads((count) => count + 1)]
}
