import { useEffect } from 'react'

/** Focuses the first control of a dialog whose content was loaded after it opened. */
export function useFirstFocus() {
  useEffect(() => {
    const { activeElement: dialog } = document
    if (!(dialog instanceof HTMLDialogElement)) return
    dialog.querySelector<HTMLElement>('input:not([type=radio]:not(:checked)), select, button')?.focus()
  }, [])
}
