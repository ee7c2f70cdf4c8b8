import { useLingui } from '@lingui/react/macro'
import { Button, Dialog, useLazyComponent, VisuallyHidden } from 'kit'
import { useSessionEnded } from 'kit/shell'
import { useEffect, useEffectEvent, useState } from 'react'
import { PaletteField } from './palette-field.tsx'

const isApple = /Mac|iP(hone|ad|od)/.test(navigator.platform)

/** By the key's letter, or by its place where the keyboard writes another script. */
const isShortcut = ({ key, code, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean =>
  (key.toLowerCase() === 'k' || (code === 'KeyK' && !/^[a-z]$/i.test(key))) &&
  (isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey) &&
  !altKey &&
  !shiftKey

/** Opens what finds pages, organizations and actions; Ctrl K (⌘ K) does too, unless somebody on the page uses these keys. */
export function PaletteButton() {
  const { t } = useLingui()
  const hasEnded = useSessionEnded()
  const [isOpen, setOpen] = useState(false)
  const [isWanted, setWanted] = useState(false)
  const { Component: Palette, standIn } = useLazyComponent(isOpen || isWanted, async () =>
    (await import('./palette.tsx')).loadPalette(),
  )
  const want = () => setWanted(true)
  const close = () => setOpen(false)
  const answerKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === (isApple ? 'Meta' : 'Control')) want() // it is there when the letter comes
    if (event.defaultPrevented || event.isComposing || event.repeat || hasEnded || !isShortcut(event)) return
    // The keys would otherwise be the browser's, also where another dialog is in front.
    event.preventDefault()
    if (isOpen || !document.querySelector('dialog:modal')) setOpen(!isOpen)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => answerKey(event)
    // At the window and last of all: a text editor of a page comes first.
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
  return (
    <>
      <Button
        variant="default"
        size="sm"
        px="xs"
        aria-haspopup="dialog"
        aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
        onClick={() => setOpen(true)}
        onPointerEnter={want}
        onFocus={want}
      >
        <svg className="shell-find" viewBox="0 0 16 16" aria-hidden="true">
          <circle cx="7" cy="7" r="4.5" />
          <path d="m10.5 10.5 4 4" />
        </svg>
        <VisuallyHidden>{t`Search`}</VisuallyHidden>
        <kbd className="shell-find-keys" aria-hidden="true">
          {isApple ? '⌘ K' : 'Ctrl K'}
        </kbd>
      </Button>
      {/* Not opened later, as others are after the frame of their click: what is typed right after the keys is for its field. */}
      {isOpen && (
        <Dialog opened title={t`Search`} onClose={close} isLight>
          <PaletteField Palette={Palette} standIn={standIn} onDone={close} />
        </Dialog>
      )}
    </>
  )
}
