import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const SHOWN_MS = 6000

interface ToastAction {
  text: string
  onAct: () => void
}

/** Confirms what the user has just done, also after a navigation. Stays while hovered or focused. */
export function showToast(text: string, action?: ToastAction): void {
  openToast(text, action)
}

/** Returns a function that closes it. */
export function openToast(content: string | Node, action?: ToastAction): () => void {
  const region = document.querySelector<HTMLElement>('.kit-toasts') ?? createRegion()
  const toast = document.createElement('div')
  let isOpen = true
  const close = () => {
    isOpen = false
    toast.remove()
    if (!region.hasChildNodes()) region.hidePopover()
  }
  const isUsed = () => toast.matches(':hover') || toast.contains(document.activeElement)
  const closeLater = () => setTimeout(() => (isUsed() ? closeLater() : close()), SHOWN_MS)
  const act = () => {
    close()
    action?.onAct()
  }
  // Screen readers announce what is added to a visible region. Showing it again raises it.
  region.hidePopover()
  region.showPopover()
  setTimeout(() => {
    if (!isOpen) return
    const text = document.createElement('span')
    text.append(content)
    toast.append(text, ...(action ? [createButton(action.text, act)] : []), createButton(i18n._(msg`Dismiss`), close))
    region.append(toast)
    closeLater()
  })
  return close
}

function createRegion(): HTMLElement {
  const region = document.createElement('div')
  Object.assign(region, { className: 'kit-toasts', popover: 'manual', role: 'status' })
  document.body.append(region)
  return region
}

function createButton(text: string, onClick: () => void): HTMLButtonElement {
  const button = document.createElement('button')
  return Object.assign(button, { type: 'button', textContent: text, onclick: onClick })
}
