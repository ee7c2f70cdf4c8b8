import { useLingui } from '@lingui/react/macro'
import {
  ActionButton,
  authClient,
  Button,
  type CallError,
  Toast,
  Panel,
  request,
  type Session,
  useFailure,
  useStepUp,
} from 'kit'
import { useState } from 'react'
import { accountTexts } from '../account-texts.ts'
import { requireFreshSession } from '../require-fresh-session.ts'
import { MarkedRows } from '../marked-row.tsx'
import { endOtherSessions } from './list-sessions.ts'
import { SessionRow } from './session-row.tsx'

const MAX_COLLAPSED = 10

interface Props {
  own: Session
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
    settle(await freshly(endOtherSessions), 'others')
  }

  return (
    <>
      {failure}
      <Toast>
        {ended === 'one' ? t`Session signed out.` : ended === 'others' && t`All other sessions are signed out.`}
      </Toast>
      <Panel title={t`This device`}>
        <MarkedRows label={t`This device`}>
          <SessionRow session={own} />
        </MarkedRows>
      </Panel>
      {others.length > 0 && (
        <Panel
          title={t`Other sessions`}
          count={others.length}
          action={<ActionButton variant="default" size="sm" onAct={endOthers}>{t`Sign out all others`}</ActionButton>}
        >
          <MarkedRows label={t`Other sessions`}>
            {(all ? others : others.slice(0, MAX_COLLAPSED)).map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => endOne(session)} />
            ))}
          </MarkedRows>
          {others.length > MAX_COLLAPSED && (
            <Button variant="subtle" size="sm" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? t`Show fewer` : t`Show more`}
            </Button>
          )}
        </Panel>
      )}
      {stepUp}
    </>
  )
}
