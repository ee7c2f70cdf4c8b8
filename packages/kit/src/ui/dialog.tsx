import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, Title, UnstyledButton } from '@mantine/core'
import X from 'lucide-react/icons/x'
import { useDeferredValue, useEffect, useId, useRef, type ReactNode } from 'react'
import { focusPlace, rememberPlace } from './use-kept-focus.ts'

interface DialogProps {
  opened: boolean
  title: string
  /** Without it, the user cannot close the dialog. */
  onClose?: () => void
  /** A click outside closes it, too, for dialogs in which nothing can be lost. */
  isLight?: boolean
  children: ReactNode
}

/** A modal dialog. On close, the focus returns to the element that opened it, or near it. */
export function Dialog({ opened: isAsked, title, onClose, isLight = false, children }: DialogProps) {
  const { t } = useLingui()
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
        // A held Enter key that opened the dialog must not confirm it.
        if (event.key === 'Enter' && event.repeat) event.preventDefault()
      }}
      onClose={({ target, currentTarget }) => {
        // React also reports close events of nested dialogs. In development, effects run twice.
        if (!opened || target !== currentTarget || currentTarget.open) return
        if (onClose) onClose()
        else currentTarget.showModal() // the browser does not support `closedby`
      }}
    >
      <Stack gap="md">
        <Title order={2} id={titleId}>
          {title}
        </Title>
        {opened && children}
      </Stack>
      {/* At the end, so that the first field has the focus. */}
      {onClose && (
        <UnstyledButton className="kit-reveal kit-close" aria-label={t`Close dialog`} onClick={onClose}>
          <X size={16} />
        </UnstyledButton>
      )}
    </dialog>
  )
}

interface DialogActionsProps {
  onCancel: () => void
  /** Instead of "Cancel". */
  cancel?: ReactNode
  /** At the start of the line. */
  hint?: ReactNode
  children?: ReactNode
}

/** The end of a dialog: the way back, which gets the focus if there is no field, then the action. */
export const DialogActions = ({ onCancel, cancel, hint, children }: DialogActionsProps) => (
  <Group gap="xs" justify="flex-end" className="kit-actions">
    {hint}
    <Button variant="default" onClick={() => onCancel()}>
      {cancel || <Trans>Cancel</Trans>}
    </Button>
    {children}
  </Group>
)
