import { Trans, useLingui } from '@lingui/react/macro'
import { ActionButton, DialogActions, Text, TextInput } from 'kit'
import { useState } from 'react'

/** Fills a dialog. */
export function SecretOnce({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useLingui()
  const [isCopied, setCopied] = useState(false)
  const copy = () => navigator.clipboard.writeText(secret).then(() => setCopied(true))
  return (
    <>
      <Text>
        <Trans>Your receiver verifies with this secret that deliveries come from here. It isn’t shown again.</Trans>
      </Text>
      <TextInput
        label={t`Secret`}
        value={secret}
        readOnly
        autoComplete="off"
        spellCheck={false}
        className="webhook-secret"
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <DialogActions onCancel={onClose} cancel={<Trans>Done</Trans>}>
        <ActionButton onAct={copy}>{isCopied ? t`Copied` : t`Copy secret`}</ActionButton>
      </DialogActions>
    </>
  )
}
