import { useEffect, useSyncExternalStore } from 'react'
import { createListeners } from '../listeners.ts'

let holders = 0
const { subscribe, notify } = createListeners()

function changeHolders(by: 1 | -1): void {
  holders += by
  notify()
}

/** Keeps the shell from reloading the page. `useForm`, `ActionButton` and dialogs also do this. */
export function useUnsavedChanges(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    changeHolders(1)
    return () => changeHolders(-1)
  }, [isUnsaved])
}

export function useHasUnsavedChanges(): boolean {
  return useSyncExternalStore(subscribe, () => holders > 0)
}
