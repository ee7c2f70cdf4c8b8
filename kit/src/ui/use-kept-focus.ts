import { useEffect } from 'react'

/**
 * When what has the focus is taken away, for instance a row that was just removed, the browser would send a keyboard back
 * to the top of the document. The main part takes the focus instead.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let focused: EventTarget | null = null
    const remember = ({ target }: FocusEvent) => {
      focused = target
    }
    const observer = new MutationObserver(() => {
      if (!(focused instanceof Element) || focused.isConnected || document.activeElement !== document.body) return
      focused = null
      document.querySelector('main')?.focus({ preventScroll: true })
    })
    document.addEventListener('focusin', remember)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', remember)
      observer.disconnect()
    }
  }, [])
}
