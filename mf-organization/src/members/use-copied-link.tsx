import { Trans, useLingui } from '@lingui/react/macro'
import { ActionButton, Text } from 'kit'
import { useState } from 'react'

/** Lacks the token that proves access to the mailbox, so only the invited user can use it. */
export function useCopiedLink({ databaseId, email }: { databaseId: string; email: string }) {
  const { t } = useLingui()
  const [message, setMessage] = useState<string>()
  const copy = async () => {
    const link = new URL(`/accept-invitation/${encodeURIComponent(databaseId)}`, location.origin).href
    try {
      await navigator.clipboard.writeText(link)
      setMessage(t`The link is copied. It is for ${email}: send it to nobody else.`)
    } catch {
      setMessage(t`The browser does not let us copy. This is the link for ${email}: ${link}`)
    }
  }
  return {
    copyButton: (
      <ActionButton variant="default" size="xs" onAct={copy} aria-label={t`Copy link for ${email}`}>
        <Trans>Copy link</Trans>
      </ActionButton>
    ),
    copied: (
      <div aria-live="polite" className="kit-notice">
        {message && <Text size="sm">{message}</Text>}
      </div>
    ),
  }
}
