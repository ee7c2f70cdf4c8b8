import { useEffect, useEffectEvent, useState } from 'react'
import type { Answer } from './auth-client.ts'

/**
 * Loads once per `key` and again on `reload`: the answer is undefined until the first one comes, and stays on the screen
 * while a newer one loads. An answer that is not wanted any more is dropped. With the key null nothing is loaded.
 */
export function useRequest<T>(key: string | null, call: () => Promise<Answer<T>>): [Answer<T> | undefined, () => void] {
  const [known, setKnown] = useState<{ key: string; answer: Answer<T> }>()
  const [reloads, setReloads] = useState(0)
  const load = useEffectEvent(call)
  useEffect(() => {
    if (key === null) return undefined
    let isCurrent = true
    void load().then((answer) => {
      if (isCurrent) setKnown({ key, answer })
    })
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a reload is a reason of its own to load again
  }, [key, reloads])
  return [known?.key === key ? known.answer : undefined, () => setReloads((count) => count + 1)]
}
