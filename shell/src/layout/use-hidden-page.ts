import { useLayoutEffect, useRef } from 'react'

/** When a page that was hidden is shown again, focus and scroll position are where they were. */
export function useHiddenPage(isHidden: boolean): void {
  const left = useRef<{ focused: Element | null; top: number }>(null)
  useLayoutEffect(() => {
    if (isHidden) {
      left.current = { focused: document.activeElement, top: window.scrollY }
      return
    }
    const { focused, top } = left.current ?? {}
    left.current = null
    // It may be another user's page by now.
    if (!(focused instanceof HTMLElement) || !focused.isConnected) return
    window.scrollTo(0, top ?? 0)
    focused.focus({ preventScroll: true })
  }, [isHidden])
}
