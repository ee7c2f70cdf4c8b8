import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import RotateCw from 'lucide-react/icons/rotate-cw'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type ReactNode, useState } from 'react'
import type { CallError } from '../auth-client.ts'
import { useSecondsUntil } from '../form/use-seconds-until.ts'
import { brand } from '../brand.ts'
import { type ErrorTexts, useErrorText } from '../i18n/error-text.ts'
import { isCanceledAtProvider } from '../i18n/redirect-error-texts.ts'
import { Alert } from '../alert.tsx'
import { EmptyPage, EmptyState } from './page.tsx'
import { RequestId } from './request-id.tsx'

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

interface OutageProps {
  title: string
  children: ReactNode
  /** A button with `retryIcon`. */
  retry: ReactNode
  isPage?: boolean
  detail?: string
}

export const retryIcon = <RotateCw size={16} aria-hidden />

/** Replaces a part or a page that could not be loaded. */
export function Outage({ title, children, retry, isPage, detail }: OutageProps) {
  const Frame = isPage ? EmptyPage : EmptyState
  const picture = (
    <span className="kit-glyph" data-warning>
      <TriangleAlert size={16} aria-hidden />
    </span>
  )
  return (
    <Frame title={title} picture={picture}>
      <Text c="dimmed" role="alert">
        {children}
      </Text>
      <Group gap="xs" justify="center">
        {retry}
        {brand.supportUrl && (
          <Button component="a" href={brand.supportUrl} variant="default">
            <Trans>Contact support</Trans>
          </Button>
        )}
      </Group>
      <RequestId detail={detail} />
    </Frame>
  )
}

interface LoadFailureProps {
  error: LoadError
  onRetry: () => void
  /** Names the missing part in the heading. */
  what?: string
  /** Instead of a page. */
  isPage?: boolean
}

/** Retries when the browser is online again. Counts down if the server sent `retryAfter`. */
export function LoadFailure({ error, onRetry, what, isPage = false }: LoadFailureProps) {
  const { t } = useLingui()
  const errorText = useErrorText()
  const [wait, setWait] = useState(() => waitOf(error))
  if (wait.error !== error) setWait(waitOf(error))
  const seconds = useSecondsUntil(wait.until)
  const blocked = seconds > 0 || undefined
  useWindowEvent('online', () => {
    if (!blocked) onRetry()
  })
  const retry = (
    <Button leftSection={retryIcon} variant="default" onClick={blocked ? undefined : onRetry} aria-disabled={blocked}>
      {blocked ? t`Try again in ${seconds} s` : t`Try again`}
    </Button>
  )
  const title = what === undefined ? t`This couldn’t be loaded` : t`${what} couldn’t be loaded`
  return (
    <Outage title={title} retry={retry} isPage={isPage}>
      {errorText(error)}
    </Outage>
  )
}

const waitOf = (error: LoadError) => ({ error, until: Date.now() + (error.retryAfter ?? 0) * 1000 })
