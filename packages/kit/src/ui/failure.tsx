import { useLingui } from '@lingui/react/macro'
import { Alert, Button, Stack } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useState } from 'react'
import type { CallError } from '../auth-client.ts'
import { useSecondsUntil } from '../form/use-seconds-until.ts'
import { type ErrorTexts, useErrorText } from '../i18n/error-text.ts'
import { isCanceledAtProvider } from '../i18n/redirect-error-texts.ts'

type Failed = { code: string } | null
type LoadError = Pick<CallError, 'code' | 'retryAfter'>

interface FailureProps {
  error: Failed
  texts?: ErrorTexts | undefined
}

export function Failure({ error, texts }: FailureProps) {
  const errorText = useErrorText(texts)
  return error && <Alert color={isCanceledAtProvider(error.code) ? 'gray' : 'red'}>{errorText(error)}</Alert>
}

/** `if (failed(await remove())) return` keeps an error, which `failure` shows. */
export function useFailure(texts?: ErrorTexts) {
  const [error, setError] = useState<Failed>(null)
  const failed = (outcome: Failed): boolean => {
    setError(outcome)
    return outcome !== null
  }
  return { failed, failure: error && <Failure error={error} texts={texts} /> }
}

/** Retries when the browser is online again. Counts down if the server sent `retryAfter`. */
export function LoadFailure({ error, onRetry }: { error: LoadError; onRetry: () => void }) {
  const { t } = useLingui()
  const errorText = useErrorText()
  const [wait, setWait] = useState(() => waitOf(error))
  if (wait.error !== error) setWait(waitOf(error))
  const seconds = useSecondsUntil(wait.until)
  const blocked = seconds > 0 || undefined
  useWindowEvent('online', () => {
    if (!blocked) onRetry()
  })
  return (
    <Stack align="start">
      <Alert color="red" w="100%">
        {errorText(error)}
      </Alert>
      <Button variant="default" onClick={blocked ? undefined : onRetry} aria-disabled={blocked}>
        {blocked ? t`Try again in ${seconds} s` : t`Try again`}
      </Button>
    </Stack>
  )
}

const waitOf = (error: LoadError) => ({ error, until: Date.now() + (error.retryAfter ?? 0) * 1000 })
