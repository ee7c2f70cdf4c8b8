import { useEffect, useRef, useState } from 'react'
import type { Strength, StrengthQuestion } from './strength-worker.ts'

/**
 * How hard it is to guess a password that somebody chooses: as the server judges it, which also refuses what is `common`. Null while
 * nothing is typed, or nothing known yet. Its dictionaries come when the first character is typed; without them one can go on.
 */
export function useStrength(password: string, names: string[]): Strength | null {
  const worker = useRef<Worker>(null)
  const [strength, setStrength] = useState<Strength | null>(null)
  const known = names.join('\n')
  useEffect(() => {
    if (!password) return
    if (!worker.current) {
      worker.current = new Worker(new URL('./strength-worker.ts', import.meta.url))
      worker.current.addEventListener('message', ({ data }: MessageEvent<Strength>) => setStrength(data))
    }
    const question: StrengthQuestion = { password, names: [...known.split('\n'), location.hostname] }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one origin and no target
    worker.current.postMessage(question)
  }, [password, known])
  useEffect(
    () => () => {
      worker.current?.terminate()
      worker.current = null
    },
    [],
  )
  return password ? strength : null
}
