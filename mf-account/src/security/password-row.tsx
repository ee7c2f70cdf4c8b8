import { useLingui } from '@lingui/react/macro'
import { Button, Dialog, Toast, Text, TextLink, useFormat, useLocation, type User } from 'kit'
import KeyRound from 'lucide-react/icons/key-round'
import { useState } from 'react'
import { MarkedRow } from '../marked-row.tsx'
import { PasswordForm } from './password-form.tsx'
import { SendPasswordLink } from './send-password-link.tsx'

interface Props {
  user: User
  password: { updatedAt: string } | undefined
  onChanged: () => void
}

export function PasswordRow({ user, password, onChanged }: Props) {
  const { t } = useLingui()
  const format = useFormat()
  // Where the product's `/.well-known/change-password` leads.
  const [isChanging, setChanging] = useState(useLocation().hash === '#password')
  const [isChanged, setChanged] = useState(false)
  const mark = <KeyRound size={20} aria-hidden />
  if (!password && user.emailVerified) return <SendPasswordLink mark={mark} email={user.email} />
  const since = password && format.date(password.updatedAt)
  return (
    <MarkedRow
      mark={mark}
      name={t`Password`}
      facts={
        <>
          {since ? t`Set on ${since}` : t`Not set`}
          <Toast>{isChanged && t`Password changed.`}</Toast>
        </>
      }
    >
      {password ? (
        <Button variant="default" size="sm" onClick={() => setChanging(true)} aria-label={t`Change password`}>
          {t`Change`}
        </Button>
      ) : (
        <Text size="sm">
          <TextLink to="/account/profile">{t`Verify your email to set a password`}</TextLink>
        </Text>
      )}
      <Dialog opened={isChanging && Boolean(password)} title={t`Change password`} onClose={() => setChanging(false)}>
        <PasswordForm
          user={user}
          onCancel={() => setChanging(false)}
          onDone={() => {
            setChanging(false)
            setChanged(true)
            onChanged()
          }}
        />
      </Dialog>
    </MarkedRow>
  )
}
