/** The prerendered page (server/still-page.ts), which is shown until the live one has been drawn. */
const still = document.getElementById('still')

/** Replaces the still page in one step. What the visitor has typed, focused and clicked moves over. */
export function takeOver(root: HTMLElement): void {
  if (!still) return
  let isComposing = false
  const replaceIfDrawn = () => {
    const main = root.querySelector('main')
    if (isComposing || !main?.firstElementChild || main.querySelector('[data-waiting]')) return
    observer.disconnect()
    replace(still, main)
  }
  const observer = new MutationObserver(replaceIfDrawn)
  observer.observe(root, { childList: true, subtree: true })
  still.addEventListener('compositionstart', () => (isComposing = true))
  still.addEventListener('compositionend', () => {
    isComposing = false
    // After the event has changed the value.
    setTimeout(replaceIfDrawn)
  })
}

function replace(page: HTMLElement, main: HTMLElement): void {
  const { activeElement } = document
  const focused = page.contains(activeElement) ? activeElement : null
  const { selectionStart = null, selectionEnd = null } = focused instanceof HTMLInputElement ? focused : {}
  const clicked = page.querySelector('button[data-pending]')
  const fields = page.querySelectorAll<HTMLInputElement>('input[name]')
  page.remove()
  for (const field of fields) {
    const live = findSame(field, main)
    if (live instanceof HTMLInputElement && !live.readOnly) copyInput(field, live)
  }
  const live = focused && findSame(focused, main)
  if (live instanceof HTMLElement) live.focus({ preventScroll: true })
  if (live instanceof HTMLInputElement && selectionStart !== null) live.setSelectionRange(selectionStart, selectionEnd)
  const button = clicked && findSame(clicked, main)
  // React has by then rendered the values.
  if (button instanceof HTMLElement) setTimeout(() => button.click())
  // After the next paint.
  requestAnimationFrame(() => setTimeout(() => delete document.documentElement.dataset['still']))
}

function copyInput(from: HTMLInputElement, to: HTMLInputElement): void {
  if (from.type === 'checkbox') {
    if (from.checked !== to.checked) to.click()
    return
  }
  if (from.value === from.defaultValue) return
  // React ignores changes by the property of the element itself.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(to, from.value)
  to.dispatchEvent(new Event('input', { bubbles: true }))
}

/** The live page may say more, such as "last used". */
function findSame(element: Element, main: HTMLElement): Element | undefined {
  const name = nameOf(element)
  return [...main.querySelectorAll(element.localName)].find((other) => nameOf(other).startsWith(name))
}

const nameOf = (element: Element): string =>
  element.getAttribute('name') ?? element.getAttribute('aria-label') ?? element.textContent
