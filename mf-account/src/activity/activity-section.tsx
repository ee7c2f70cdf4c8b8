import { useLingui } from '@lingui/react/macro'
import {
  type AccountPlaceProps,
  ActionButton,
  EmptyState,
  LoadFailure,
  Panel,
  SectionHead,
  useFailure,
  useFormat,
  useNavigate,
  useRequest,
  useSearchParams,
  useStepUp,
  Waiting,
} from 'kit'
import { SegmentedControl, type Segment, showToast } from 'kit/parts'
import { listProviders } from '../list-accounts.ts'
import { MarkedRows } from '../marked-row.tsx'
import { endOtherSessions } from '../sessions/list-sessions.ts'
import { ActivityRow } from './activity-row.tsx'
import { type Entry, type Kind, useActivity } from './use-activity.ts'

export function ActivitySection({ user: { email } }: AccountPlaceProps) {
  const { t } = useLingui()
  const format = useFormat()
  const navigate = useNavigate()
  const { failed, failure } = useFailure()
  const { freshly, stepUp } = useStepUp()
  const [search, setSearch] = useSearchParams()
  const kinds: Segment<Kind>[] = [
    { value: 'sign-in', text: t`Sign-ins` },
    { value: 'change', text: t`Changes` },
  ]
  const kind = kinds.find(({ value }) => value === search.get('kind'))?.value
  const { entries, error, reload, showMore, moreFailure } = useActivity(kind)
  const [providers] = useRequest('providers', listProviders)
  const shown = providers && entries
  const titleOf = (day: string) =>
    day === dayBefore(0) ? t`Today` : day === dayBefore(1) ? t`Yesterday` : format.date(day)
  const disown = async ({ event }: Entry) => {
    // If others chose the password, only an emailed link helps. It ends all sessions, too.
    if (/^password\.(changed|reset)$/.test(event)) return navigate('/forgot-password', { state: { email } })
    if (failed(await freshly(endOtherSessions))) return undefined
    showToast(t`All other sessions are signed out.`)
    return navigate('/account/security#password')
  }
  return (
    <>
      <SectionHead
        title={t`Activity`}
        description={t`Sign-ins and changes. If you don’t recognize one, choose “This wasn’t me”.`}
      />
      <SegmentedControl
        label={t`Show`}
        value={kind ?? 'all'}
        onChange={(chosen) => setSearch(chosen === 'all' ? {} : { kind: chosen })}
        items={[{ value: 'all', text: t`All` }, ...kinds]}
      />
      {failure}
      {!shown && <Panel>{error ? <LoadFailure error={error} onRetry={reload} /> : <Waiting lines={6} isList />}</Panel>}
      {shown?.length === 0 && <EmptyState title={t`Nothing here yet`} />}
      {[...Map.groupBy(shown ?? [], ({ at }) => new Date(at).toDateString())].map(([day, ofDay]) => (
        <Panel key={day} title={titleOf(day)}>
          <MarkedRows label={titleOf(day)}>
            {ofDay.map((entry) => (
              <ActivityRow key={entry.id} entry={entry} providers={providers?.data} onNotMe={disown} />
            ))}
          </MarkedRows>
        </Panel>
      ))}
      {moreFailure}
      {showMore && <ActionButton variant="default" onAct={showMore}>{t`Show more`}</ActionButton>}
      {stepUp}
    </>
  )
}

const dayBefore = (days: number) => new Date(new Date().setDate(new Date().getDate() - days)).toDateString()
