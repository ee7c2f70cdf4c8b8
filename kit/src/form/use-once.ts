import { useRef, useState } from 'react'
import { useUnsavedChanges } from './unsaved-changes.ts'

/** Runs something that takes a while; a call while it still runs does nothing. */
export function useOnce(action: () => Promise<unknown>): [run: () => void, pending: boolean] {
  const [pending, setPending] = useState(false)
  const running = useRef(false)
  useUnsavedChanges(pending)
  const run = () => {
    if (running.current) return
    running.current = true
    setPending(true)
    void action().finally(() => {
      running.current = false
      setPending(false)
    })
  }
  return [run, pending]
}
