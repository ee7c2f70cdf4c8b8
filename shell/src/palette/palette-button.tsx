import { useLingui } from '@lingui/react/macro'
import { useWindowEvent } from '@mantine/hooks'
import { Button, Dialog, useLazyComponent } from 'kit'
import { useSessionEnded } from 'kit/shell'
import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import { addOnDemandTexts } from '../on-demand-texts.ts'
import { PaletteField } from './palette-field.tsx'

const isApple = /Mac|iP(hone|ad|od)/.test(navigator.platform)

/** Uses the key's position if the keyboard layout has no Latin letters. */
const isShortcut = ({ key, code, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean =>
  (key.toLowerCase() === 'k' || (code === 'KeyK' && !/^[a-z]$/i.test(key))) &&
  (isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey) &&
  !altKey &&
  !shiftKey

export function PaletteButton() {
  const { t } = useLingui()
  const hasEnded = useSessionEnded()
  const [openedAt, setOpenedAt] = useState<number>()
  const [isWanted, setWanted] = useState(false)
  const { Component: Palette, fallback } = useLazyComponent(openedAt !== undefined || isWanted, async () => {
    const [{ Palette: Loaded }] = await Promise.all([
      import(/* webpackChunkName: "on-demand" */ './palette.tsx'),
      addOnDemandTexts(),
    ])
    return Loaded
  })
  const want = () => setWanted(true)
  const open = () => setOpenedAt(performance.now())
  const close = () => setOpenedAt(undefined)
  const closeThis = () => setOpenedAt((last) => (last === openedAt ? undefined : last))
  /** After the next paint, because the browser has hidden it, and removing its rows takes time. */
  const removeLater = () => requestAnimationFrame(() => setTimeout(closeThis))
  // In the bubble phase, so that a text editor on the page comes first.
  useWindowEvent('keydown', (event) => {
    if (event.key === (isApple ? 'Meta' : 'Control')) want() // preloads before the letter is pressed
    if (event.defaultPrevented || event.isComposing || event.repeat || hasEnded || !isShortcut(event)) return
    // Keeps the browser from handling the keys, even while another dialog is open.
    event.preventDefault()
    if (openedAt !== undefined && document.querySelector('dialog[open]')) close()
    else if (!document.querySelector('dialog:modal')) open()
  })
  return (
    <>
      <Button
        variant="default"
        size="sm"
        px="xs"
        aria-haspopup="dialog"
        aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
        onClick={open}
        onPointerEnter={want}
        onFocus={want}
      >
        <Search size={16} />
        <span className="shell-find">{t`Search`}</span>
        <kbd className="shell-key" aria-hidden="true">
          {isApple ? '⌘ K' : 'Ctrl K'}
        </kbd>
      </Button>
      {/* Opened at once, not after a frame, so that the next key press reaches the field. */}
      {openedAt !== undefined && (
        <Dialog key={openedAt} opened title={t`Search`} onClose={removeLater} isLight>
          <PaletteField Palette={Palette} fallback={fallback} onDone={close} />
        </Dialog>
      )}
    </>
  )
}
