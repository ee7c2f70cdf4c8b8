import { Trans } from '@lingui/react/macro'
import { Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'

/** Enough to find the request in the log. */
const SHOWN_LETTERS = 8

interface RequestIdProps {
  /** Copied with the reference: what support has to know, but not the user. */
  detail?: string | undefined
}

/** With it, support finds the request of this page in the log. */
export function RequestId({ detail }: RequestIdProps) {
  const whole = document.documentElement.dataset['requestId']
  const [isCopied, setCopied] = useState(false)
  if (!whole) return null
  const id = whole.slice(0, SHOWN_LETTERS)
  const copy = () =>
    void navigator.clipboard.writeText([whole, detail].join(' ').trim()).then(() => setCopied(true), reportError)
  return (
    <Text size="sm" c="dimmed" className="kit-reference" data-detail={detail}>
      <span>
        <Trans>
          Reference for support: <span translate="no">{id}</span>
        </Trans>
      </span>
      {'clipboard' in navigator && (
        <UnstyledButton aria-live="polite" onClick={copy}>
          {isCopied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
        </UnstyledButton>
      )}
    </Text>
  )
}
