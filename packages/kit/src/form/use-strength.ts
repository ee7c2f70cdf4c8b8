// oxlint-disable-next-line typescript/triple-slash-reference -- the declaration must apply wherever this file is compiled
/// <reference path="../source.d.ts" />
import { useEffect, useRef, useState } from 'react'
import type { Strength, StrengthAnswer, StrengthQuestion } from './strength-worker.ts'
import { useSettled } from './use-settled.ts'

/** Null while the strength of this password is not known, undefined before the first answer. */
export function useStrength(password: string, names: string[]): Strength | null | undefined {
  const worker = useRef<Promise<Worker>>(null)
  const [answer, setAnswer] = useState<StrengthAnswer>()
  const settled = useSettled(password)
  const newest = useRef('')
  const known = names.join('\n')
  useEffect(() => {
    if (!settled) return undefined
    let isNewest = true
    newest.current = idOf(settled, known)
    const question: StrengthQuestion = {
      id: newest.current,
      password: settled,
      names: [...known.split('\n'), location.hostname],
    }
    worker.current ??= startWorker((given) => {
      if (given.id === newest.current) setAnswer(given)
    })
    worker.current.then(
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one origin and no target
      (started) => isNewest && started.postMessage(question),
      () => (worker.current = null), // the next character tries again
    )
    return () => {
      isNewest = false
    }
  }, [settled, known])
  useEffect(
    () => () => {
      worker.current?.then((started) => started.terminate()).catch(() => {})
      worker.current = null
    },
    [],
  )
  if (!password || !answer) return undefined
  return answer.id === idOf(password, known) ? answer.strength : null
}

const idOf = (password: string, names: string): string => `${password}\n${names}`

// Browsers do not verify hashes of worker scripts, so the source comes from a verified chunk.
async function startWorker(onAnswer: (answer: StrengthAnswer) => void): Promise<Worker> {
  const { default: source } = await import(/* webpackChunkName: "strength-worker" */ './strength-worker.ts?source')
  const address = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }))
  const worker = new Worker(address)
  URL.revokeObjectURL(address) // the worker has it already
  worker.addEventListener('message', ({ data }: MessageEvent<StrengthAnswer>) => onAnswer(data))
  return worker
}
