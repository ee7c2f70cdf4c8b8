import { useEffect } from 'react'

/**
 * Remembers where an element stands. Answers it, or when it is gone what takes the focus instead: the row that has taken the
 * place of its row in a list, else the heading above, else the main part.
 */
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

/** Puts the focus there, also where a keyboard usually passes by. */
export function focusPlace(place: Element | null): void {
  if (!(place instanceof HTMLElement)) return
  if (place.tabIndex < 0) place.tabIndex = -1
  place.focus({ preventScroll: place.matches('main') })
}

/**
 * When what has the focus is taken away, for instance a row that was just removed, the browser would send a keyboard back
 * to the top of the document. What is nearest to its place takes the focus instead.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let focused: Element | null = null
    let placeOfFocused: () => Element | null = () => null
    const remember = ({ target }: FocusEvent) => {
      // A dialog itself leads back to where it was opened.
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
