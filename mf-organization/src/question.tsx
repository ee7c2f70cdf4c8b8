import { ActionButton, DialogActions, type FormError, Text, useFailure } from 'kit'
import type { ReactNode } from 'react'
import { organizationTexts } from './organization-texts.ts'

interface Props {
  action: ReactNode
  /** Resolves with the refusal, which is shown. */
  onAct: () => Promise<FormError | null>
  onClose: () => void
  texts?: typeof organizationTexts
  children: ReactNode
}

/** Fills a dialog that asks before something is lost. */
export function Question({ action, onAct, onClose, texts = organizationTexts, children }: Props) {
  const { failure, failed } = useFailure(texts)
  return (
    <>
      {failure}
      <Text>{children}</Text>
      <DialogActions onCancel={onClose}>
        <ActionButton color="red" onAct={async () => failed(await onAct())}>
          {action}
        </ActionButton>
      </DialogActions>
    </>
  )
}
