import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, Text } from '@mantine/core'
import { useEffect } from 'react'
import { hasFact } from '../facts.ts'
import { leaveEndedSession, useSession } from '../session/session.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Person } from '../ui/person.tsx'
import { OnDemandTexts } from '../i18n/on-demand-texts.tsx'
import { knowsPasskey } from '../passkeys/load-passkeys.ts'
import { WaysBack } from './ways-back.tsx'

export const EndedSessionDialog = (props: { signInPath: string }) => (
  <OnDemandTexts>
    <Question {...props} />
  </OnDemandTexts>
)

function Question({ signInPath }: { signInPath: string }) {
  const { t } = useLingui()
  const state = useSession()
  const title = t`Sign in to continue`
  // The title of the page may reveal hidden data.
  useEffect(() => {
    const hidden = document.title
    document.title = title
    return () => {
      document.title = hidden
    }
  }, [title])
  return (
    <Dialog opened title={title}>
      <Text>{t`Your session has expired or was ended elsewhere. What you typed on this page is kept.`}</Text>
      {state.status === 'signed-in' && <Person user={state.user} />}
      <WaysBack hasPassword={hasFact('passwords')} hasPasskey={knowsPasskey()} />
      <Text size="sm">
        <Trans>
          No password?{' '}
          <Anchor href={`${signInPath}?redirectTo=%2Fsign-in-again%3Fdone`} target="_blank" rel="noopener" inherit>
            Sign in in a new tab
          </Anchor>
          , then come back to this one.
        </Trans>
      </Text>
      <Text size="sm">{t`Not your account? Leave the page. What was typed on it will be lost.`}</Text>
      <Button variant="default" onClick={leaveEndedSession}>{t`Leave page`}</Button>
    </Dialog>
  )
}
