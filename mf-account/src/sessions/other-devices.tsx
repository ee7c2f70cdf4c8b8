import { useLingui } from '@lingui/react/macro'
import { ActionButton, Notice, type Session, Stack, Text, Toast, useFailure, useRequest, useStepUp } from 'kit'
import { useState } from 'react'
import { accountTexts } from '../account-texts.ts'
import { endOtherSessions, listSessions } from './list-sessions.ts'

interface Props {
  session: Session
  /** A way to sign in has changed: a stranger's device may be among the others. */
  isOffered: boolean
}

/** Offers to sign out other devices, if there are any. */
export function OtherDevices({ session, isOffered }: Props) {
  const { t } = useLingui()
  const [sessions, reload] = useRequest(isOffered ? 'sessions' : null, listSessions)
  const { failure, failed } = useFailure(accountTexts)
  const { freshly, stepUp } = useStepUp()
  const [areEnded, setEnded] = useState(false)
  const endOthers = async () => {
    if (failed(await freshly(endOtherSessions))) return
    setEnded(true)
    reload()
  }
  return (
    <>
      {failure}
      <Notice>
        {sessions?.data?.some(({ id }) => id !== session.id) && (
          <Stack gap="xs" align="flex-start">
            <Text>{t`Other devices are still signed in.`}</Text>
            <ActionButton variant="default" size="sm" onAct={endOthers}>{t`Sign out all other devices`}</ActionButton>
          </Stack>
        )}
      </Notice>
      <Toast>{areEnded && t`All other sessions are signed out.`}</Toast>
      {stepUp}
    </>
  )
}
