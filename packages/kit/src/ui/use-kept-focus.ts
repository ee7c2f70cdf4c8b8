import { useEffect } from 'react'

/** The returned function finds the element or, if it was removed, the nearest one left. */
export function rememberPlace(element: Element | null): () => Element | null {
  const row = element?.closest('li')
  const list = row?.parentElement
  const index = [...(list?.children ?? [])].findIndex((item) => item === row)
  const section = element?.closest('section')
  return () => {
    if (element?.isConnected) return element
    const rows = list?.isConnected ? [...list.children] : []
    const near = row?.isConnected ? row : (rows[index] ?? rows.at(-1))
    return near ?? ((section?.isConnected && section.querySelector('h2')) || document.querySelector('main'))
  }
}

export function focusPlace(place: Element | null): void {
  if (!(place instanceof HTMLElement)) return
  if (place.tabIndex < 0) place.tabIndex = -1
  place.focus({ preventScroll: place.matches('main') })
}

/** Keeps the focus near a removed element. Browsers move it to the top of the document. */
export function useKeptFocus(): void {
  useEffect(() => {
    let focused: Element | null = null
    let placeOfFocused: () => Element | null = () => null
    const remember = ({ target }: FocusEvent) => {
      // Dialogs restore the focus themselves.
      focused = target instanceof Element && !target.closest('dialog') ? target : null
      if (focused) placeOfFocused = rememberPlace(focused)
    }
    const observer = new MutationObserver(() => {
      if (!focused || focused.isConnected || document.activeElement !== document.body) return
      focused = null
      focusPlace(placeOfFocused())
    })
    document.addEventListener('focusin', remember)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', remember)
      observer.disconnect()
    }
  }, [])
}
