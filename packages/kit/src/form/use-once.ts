import { useRef, useState } from 'react'
import { nextPaint } from '../next-paint.ts'
import { useUnsavedChanges } from './unsaved-changes.ts'

// Paints the pending state before the action starts, which may block.
export function useOnce(action: () => Promise<unknown>): [run: () => void, pending: boolean] {
  const [pending, setPending] = useState(false)
  const running = useRef(false)
  useUnsavedChanges(pending)
  const run = () => {
    if (running.current) return
    running.current = true
    setPending(true)
    void nextPaint()
      .then(action)
      .finally(() => {
        running.current = false
        setPending(false)
      })
  }
  return [run, pending]
}
