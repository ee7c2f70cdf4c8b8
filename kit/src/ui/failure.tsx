import { Trans } from '@lingui/react/macro'
import { Alert, Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { type ErrorTexts, useErrorText } from '../i18n/error-text.ts'

type Failed = { code: string } | null

interface FailureProps {
  error: Failed
  texts?: ErrorTexts | undefined
}

/** Why something did not work, in the reader's language; nothing where there is no error. */
export function Failure({ error, texts }: FailureProps) {
  const errorText = useErrorText(texts)
  return error && <Alert color="red">{errorText(error)}</Alert>
}

/**
 * For actions that the server may refuse: `failed` takes what came of one, tells whether that is an error, and keeps it
 * until the next one; `failure` shows it.
 */
export function useFailure(texts?: ErrorTexts) {
  const [error, setError] = useState<Failed>(null)
  const failed = (outcome: Failed): boolean => {
    setError(outcome)
    return outcome !== null
  }
  return { failed, failure: error && <Failure error={error} texts={texts} /> }
}

/** Stands where data would be that could not be loaded. */
export function LoadFailure({ error, onRetry }: { error: { code: string }; onRetry: () => void }) {
  const errorText = useErrorText()
  return (
    <Stack align="start">
      <Alert color="red" w="100%">
        {errorText(error)}
      </Alert>
      <Button variant="default" onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </Stack>
  )
}
