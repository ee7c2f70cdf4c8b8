// oxlint-disable-next-line typescript/triple-slash-reference -- the declaration must apply wherever this file is compiled
/// <reference path="../source.d.ts" />
import { useEffect, useRef, useState } from 'react'
import type { Strength, StrengthQuestion } from './strength-worker.ts'

/** Null if the password is empty or its strength is not known yet. */
export function useStrength(password: string, names: string[]): Strength | null {
  const worker = useRef<Promise<Worker>>(null)
  const [strength, setStrength] = useState<Strength | null>(null)
  const known = names.join('\n')
  useEffect(() => {
    if (!password) return undefined
    let isNewest = true
    const question: StrengthQuestion = { password, names: [...known.split('\n'), location.hostname] }
    worker.current ??= startWorker(setStrength)
    worker.current.then(
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one origin and no target
      (started) => isNewest && started.postMessage(question),
      () => (worker.current = null), // the next character tries again
    )
    return () => {
      isNewest = false
    }
  }, [password, known])
  useEffect(
    () => () => {
      worker.current?.then((started) => started.terminate()).catch(() => {})
      worker.current = null
    },
    [],
  )
  return password ? strength : null
}

// Browsers do not verify hashes of worker scripts, so the source comes from a verified chunk.
async function startWorker(onResult: (strength: Strength) => void): Promise<Worker> {
  const { default: source } = await import(/* webpackChunkName: "strength-worker" */ './strength-worker.ts?source')
  const address = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }))
  const worker = new Worker(address)
  URL.revokeObjectURL(address) // the worker has it already
  worker.addEventListener('message', ({ data }: MessageEvent<Strength>) => onResult(data))
  return worker
}
