import { Trans, useLingui } from '@lingui/react/macro'
import {
  ActionButton,
  authClient,
  Button,
  type CallError,
  Group,
  Notice,
  request,
  type Session,
  Stack,
  useFailure,
  useStepUp,
} from 'kit'
import { useState } from 'react'
import { accountTexts } from '../account-texts.ts'
import { requireFreshSession } from '../require-fresh-session.ts'
import { SessionRow } from './session-row.tsx'

const MAX_COLLAPSED = 10

const revokeOthers = () => authClient.POST('/revoke-other-sessions', { headers: requireFreshSession })

interface Props {
  own: Session
  /** The newest hundred at most, which may not include the current one. */
  sessions: Session[]
  onChanged: () => void
}

export function SessionList({ own, sessions, onChanged }: Props) {
  const { t } = useLingui()
  const { failure, failed } = useFailure(accountTexts)
  const { freshly, stepUp } = useStepUp()
  const [ended, setEnded] = useState<'one' | 'others' | null>(null)
  const [all, setAll] = useState(false)
  const others = sessions.filter(({ id }) => id !== own.id).toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))

  const settle = (error: CallError | null, what: 'one' | 'others') => {
    setEnded(failed(error) ? null : what)
    onChanged()
  }
  const endOne = async ({ token }: Session) => {
    const call = () => authClient.POST('/revoke-session', { body: { token }, headers: requireFreshSession })
    settle(await freshly(async () => (await request(call)).error), 'one')
  }
  const endOthers = async () => {
    settle(await freshly(async () => (await request(revokeOthers)).error), 'others')
  }

  return (
    <Stack>
      {failure}
      <Notice>
        {ended === 'one' && <Trans>The device is signed out.</Trans>}
        {ended === 'others' && <Trans>All other devices are signed out.</Trans>}
      </Notice>
      <ul className="kit-rows" aria-label={t`Sessions`}>
        <SessionRow session={own} />
        {(all ? others : others.slice(0, MAX_COLLAPSED)).map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => endOne(session)} />
        ))}
      </ul>
      {others.length > 0 && (
        <Group>
          {others.length > MAX_COLLAPSED && (
            <Button variant="subtle" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? <Trans>Show fewer</Trans> : <Trans>Show more</Trans>}
            </Button>
          )}
          <ActionButton variant="default" onAct={endOthers}>
            <Trans>Sign out all other devices</Trans>
          </ActionButton>
        </Group>
      )}
      {stepUp}
    </Stack>
  )
}
