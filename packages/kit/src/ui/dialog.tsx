import { Stack, Title } from '@mantine/core'
import { useDeferredValue, useEffect, useId, useRef, type ReactNode } from 'react'
import { focusPlace, rememberPlace } from './use-kept-focus.ts'

interface DialogProps {
  opened: boolean
  title: string
  /** The reader closed it; not called when `opened` became false. Without it nobody can. */
  onClose?: () => void
  /** A click beside it closes it too: for what is looked up, where nothing is lost by that. */
  isLight?: boolean
  children: ReactNode
}

/**
 * A modal dialog on the platform's own: it keeps the focus inside, Escape closes it, the focus returns to the opener or its place. It is
 * drawn after the frame that answers the click.
 */
export function Dialog({ opened: isAsked, title, onClose, isLight = false, children }: DialogProps) {
  const isDrawn = useDeferredValue(isAsked)
  const opened = isAsked && isDrawn
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const { current } = dialog
    if (!opened || !current) return
    const placeOfOpener = rememberPlace(document.activeElement)
    current.showModal()
    return () => {
      current.close()
      // What was done in the dialog may have taken its opener away.
      const isLost = document.activeElement === document.body || document.activeElement?.matches('main')
      if (isLost) focusPlace(placeOfOpener())
    }
  }, [opened])
  return (
    <dialog
      ref={dialog}
      className="kit-dialog"
      aria-labelledby={titleId}
      {...(!onClose && { closedby: 'none' })}
      {...(isLight && { closedby: 'any' })}
      onKeyDown={(event) => {
        // Held a moment too long, the Enter that opened a question would answer it.
        if (event.key === 'Enter' && event.repeat) event.preventDefault()
      }}
      onClose={({ target, currentTarget }) => {
        // React tells of the end of a dialog inside of this one too.
        if (!opened || target !== currentTarget) return
        if (onClose) onClose()
        else currentTarget.showModal() // by a browser that does not know `closedby`
      }}
    >
      <Stack gap="md">
        <Title order={2} id={titleId}>
          {title}
        </Title>
        {opened && children}
      </Stack>
    </dialog>
  )
}
