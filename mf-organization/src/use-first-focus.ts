import { useEffect } from 'react'

/** Focuses the first control of a dialog whose content was loaded after it opened. */
export function useFirstFocus() {
  useEffect(() => {
    const { activeElement } = document
    if (!activeElement?.matches('dialog, .kit-close')) return
    const dialog = activeElement.closest('dialog')
    dialog?.querySelector<HTMLElement>('input:not([type=radio]:not(:checked)), select, button')?.focus()
  }, [])
}
