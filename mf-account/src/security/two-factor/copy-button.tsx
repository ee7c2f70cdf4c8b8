import { Trans } from '@lingui/react/macro'
import { ActionButton } from 'kit'
import { useState } from 'react'

export function CopyButton({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = () => navigator.clipboard.writeText(text).then(() => setCopied(true))
  return (
    <ActionButton variant="default" size="sm" onAct={copy}>
      <span aria-live="polite">{isCopied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}</span>
    </ActionButton>
  )
}
