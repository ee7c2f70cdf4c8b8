import { ActionButton, DialogActions, type FormError, Text, useFailure, useStepUp } from 'kit'
import type { ReactNode } from 'react'
import { organizationTexts } from './organization-texts.ts'

interface Props {
  action: ReactNode
  /** Resolves with the refusal, which is shown. Repeated after a new sign-in if it needs one. */
  onAct: () => Promise<FormError | null>
  onClose: () => void
  texts?: typeof organizationTexts
  children: ReactNode
}

/** Fills a dialog that asks before something is lost. */
export function Question({ action, onAct, onClose, texts = organizationTexts, children }: Props) {
  const { failure, failed } = useFailure(texts)
  const { freshly, stepUp } = useStepUp()
  return (
    <>
      {failure}
      <Text>{children}</Text>
      <DialogActions onCancel={onClose}>
        <ActionButton color="red" onAct={async () => failed(await freshly(onAct))}>
          {action}
        </ActionButton>
      </DialogActions>
      {stepUp}
    </>
  )
}
