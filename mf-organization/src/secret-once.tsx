import { useLingui } from '@lingui/react/macro'
import { ActionButton, DialogActions, Text, TextInput } from 'kit'
import { type ReactNode, useState } from 'react'
import './secret-once.css'

interface Props {
  label: string
  secret: string
  onClose: () => void
  children: ReactNode
}

/** Fills a dialog. `children` explain what the secret is for. */
export function SecretOnce({ label, secret, onClose, children }: Props) {
  const { t } = useLingui()
  const [isCopied, setCopied] = useState(false)
  const copy = () => navigator.clipboard.writeText(secret).then(() => setCopied(true))
  return (
    <>
      <Text>{children}</Text>
      <TextInput
        label={label}
        value={secret}
        readOnly
        autoComplete="off"
        spellCheck={false}
        className="secret-once"
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <DialogActions onCancel={onClose} cancel={t`Done`}>
        <ActionButton onAct={copy}>{isCopied ? t`Copied` : t`Copy`}</ActionButton>
      </DialogActions>
    </>
  )
}
