import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

const SHOWN_MS = 6000
const nothing = { text: '', locale: '', close: () => {} }

interface ToastAction {
  text: string
  onAct: () => void
}

/** Each new text opens another toast. */
export function OpenToast({ children }: { children: ReactNode }) {
  const { locale } = useLingui().i18n
  const [content] = useState(() => document.createElement('span'))
  const shown = useRef(nothing)
  useLayoutEffect(() => {
    const { textContent: text } = content
    const { text: before, locale: spoken, close } = shown.current
    if (text === before) return
    // A translation is not news.
    const isNews = before === '' || locale === spoken
    if (isNews) close()
    shown.current = { text, locale, close: isNews && text ? openToast(content) : close }
  })
  useEffect(
    () => () => {
      shown.current.close()
      shown.current = nothing
    },
    [],
  )
  return createPortal(children, content)
}

/** Confirms what the user has just done, also after a navigation. Stays while hovered or focused. */
export function showToast(text: string, action?: ToastAction): void {
  openToast(text, action)
}

/** Returns a function that closes it. */
function openToast(content: string | Node, action?: ToastAction): () => void {
  const region = document.querySelector<HTMLElement>('.kit-toasts') ?? createRegion()
  const toast = document.createElement('div')
  let isOpen = true
  const close = () => {
    isOpen = false
    toast.remove()
    if (!region.hasChildNodes()) region.hidePopover()
  }
  const isUsed = () => toast.matches(':hover') || toast.contains(toast.ownerDocument.activeElement)
  const closeLater = () => setTimeout(() => (isUsed() ? closeLater() : close()), SHOWN_MS)
  const act = () => {
    close()
    action?.onAct()
  }
  raise(region, () => isOpen)
  // Screen readers announce what is added to a visible region.
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

/** Shows it above everything, inside an open modal dialog: nothing else can be clicked then. */
function raise(region: HTMLElement, isNeeded: () => boolean): void {
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1)
  const place = dialog ?? document.body
  region.hidePopover()
  if (region.parentElement !== place) place.append(region)
  region.showPopover()
  dialog?.addEventListener('close', () => isNeeded() && raise(region, isNeeded), { once: true })
}

function createRegion(): HTMLElement {
  return Object.assign(document.createElement('div'), { className: 'kit-toasts', popover: 'manual', role: 'status' })
}

function createButton(text: string, onClick: () => void): HTMLButtonElement {
  const button = document.createElement('button')
  return Object.assign(button, { type: 'button', textContent: text, onclick: onClick })
}
