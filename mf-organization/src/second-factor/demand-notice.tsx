import { Trans } from '@lingui/react/macro'
import { Alert, TextLink, useFormat } from 'kit'
import { useState } from 'react'
import { useSecurityPath } from './use-security-path.ts'

interface Props {
  name: string
  /** From when on it is required. */
  time: string
}

/** Only during the grace period. */
export function DemandNotice({ name, time }: Props) {
  const format = useFormat()
  const security = useSecurityPath()
  const [openedAt] = useState(() => Date.now())
  if (Date.parse(time) <= openedAt) return null
  const date = format.date(time)
  return (
    <Alert color="yellow">
      <Trans>
        From {date} on, {name} is open only after signing in with a passkey or a code from an authenticator app.{' '}
        <TextLink to={security}>Check your security settings</TextLink>
      </Trans>
    </Alert>
  )
}
