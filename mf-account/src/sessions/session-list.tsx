import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ActionButton, authClient, type CallError, Group, Notice, request, type Session, Stack, useFailure } from 'kit'
import { useState } from 'react'
import { accountTexts } from '../account-texts.ts'
import { SessionRow } from './session-row.tsx'

interface Props {
  sessions: Session[]
  ownId: string
  onChanged: () => void
}

export function SessionList({ sessions, ownId, onChanged }: Props) {
  const { t } = useLingui()
  const { failure, failed } = useFailure(accountTexts)
  const [ended, setEnded] = useState(0)
  const own = sessions.filter(({ id }) => id === ownId)
  const others = sessions.filter(({ id }) => id !== ownId).toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))

  const settle = (error: CallError | null, count: number) => {
    setEnded(failed(error) ? 0 : count)
    onChanged()
  }
  const endOne = async ({ token }: Session) => {
    const { error } = await request(() => authClient.POST('/revoke-session', { body: { token } }))
    settle(error, 1)
  }
  const endOthers = async () => {
    const { error } = await request(() => authClient.POST('/revoke-other-sessions'))
    settle(error, others.length)
  }

  return (
    <Stack>
      {failure}
      <Notice>{ended > 0 && <Plural value={ended} one="# session was ended." other="# sessions were ended." />}</Notice>
      <ul className="kit-rows" aria-label={t`Sessions`}>
        {own.map((session) => (
          <SessionRow key={session.id} session={session} own />
        ))}
        {others.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => endOne(session)} />
        ))}
      </ul>
      {others.length > 0 && (
        <Group>
          <ActionButton variant="default" onAct={endOthers}>
            <Trans>End all other sessions</Trans>
          </ActionButton>
        </Group>
      )}
    </Stack>
  )
}
