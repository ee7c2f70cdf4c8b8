import { Trans } from '@lingui/react/macro'
import { Alert, Button, Stack, useErrorText } from 'kit'
import { callErrorOf } from 'kit/graphql'

/** Stands where data would be that could not be loaded. */
export function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const errorText = useErrorText()
  return (
    <Stack align="start">
      <Alert color="red" w="100%">
        {errorText(callErrorOf(error))}
      </Alert>
      <Button variant="default" onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </Stack>
  )
}
