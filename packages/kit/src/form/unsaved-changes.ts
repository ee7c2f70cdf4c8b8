import { useEffect, useSyncExternalStore } from 'react'
import { createListeners } from '../listeners.ts'

let holders = 0
const { subscribe, notify } = createListeners()

function change(by: 1 | -1): void {
  holders += by
  notify()
}

/**
 * Says that the reader would lose something if the page were loaded anew now: what was typed and not sent, an upload that runs. Until
 * `isUnsaved` is false, or its component gone, the shell offers no update and does not reload by itself. `useForm` and `ActionButton`
 * do this by themselves; an open dialog counts too.
 */
export function useUnsavedChanges(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    change(1)
    return () => change(-1)
  }, [isUnsaved])
}

export function useHasUnsavedChanges(): boolean {
  return useSyncExternalStore(subscribe, () => holders > 0)
}
