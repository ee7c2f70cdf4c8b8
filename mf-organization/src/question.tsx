import { Trans } from '@lingui/react/macro'
import { ActionButton, Button, type FormError, Group, Text, useFailure } from 'kit'
import type { ReactNode } from 'react'
import { organizationTexts } from './organization-texts.ts'

interface Props {
  action: ReactNode
  /** Resolves with the refusal, which is shown. */
  onAct: () => Promise<FormError | null>
  onClose: () => void
  children: ReactNode
}

/** Fills a dialog that asks before something is lost. */
export function Question({ action, onAct, onClose, children }: Props) {
  const { failure, failed } = useFailure(organizationTexts)
  return (
    <>
      {failure}
      <Text>{children}</Text>
      <Group gap="xs" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <ActionButton color="red" onAct={async () => failed(await onAct())}>
          {action}
        </ActionButton>
      </Group>
    </>
  )
}
