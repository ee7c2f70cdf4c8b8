import { useLayoutEffect, useRef } from 'react'

export function useHiddenPage(isHidden: boolean): void {
  const left = useRef<{ focused: Element | null; top: number }>(null)
  useLayoutEffect(() => {
    if (isHidden) {
      left.current = { focused: document.activeElement, top: window.scrollY }
      return
    }
    const { focused, top } = left.current ?? {}
    left.current = null
    // Another user may have signed in.
    if (!(focused instanceof HTMLElement) || !focused.isConnected) return
    window.scrollTo(0, top ?? 0)
    focused.focus({ preventScroll: true })
  }, [isHidden])
}
