import { useLingui } from '@lingui/react'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { openToast } from './toast.ts'

const nothing = { text: '', locale: '', close: () => {} }

/** Confirms in a toast what the user has just done. Each new text opens another one. */
export function Notice({ children }: { children: ReactNode }) {
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
