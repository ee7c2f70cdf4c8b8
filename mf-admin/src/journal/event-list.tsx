import { useLingui } from '@lingui/react/macro'
import { ActionButton, EmptyState, LoadFailure, Panel, type Result, useFailure, useFormat, Waiting } from 'kit'
import History from 'lucide-react/icons/history'
import { useState } from 'react'
import { Glyph, Row, Rows } from '../rows.tsx'
import { textOf } from './event-texts.ts'

/** As in activity, or in the audit log of an organization. */
interface Entry {
  id: string
  at: string
  event: string
  details: Readonly<Record<string, unknown>>
  actor: { kind: string; name: string | null }
  target?: { name: string | null }
  organization?: { name: string } | null
  ipAddress?: string | null
  device?: string | null
}

export interface EntryPage {
  entries: readonly Entry[]
  next: string | null
}

interface Props {
  title: string
  newest: Result<EntryPage> | undefined
  loadMore: (after: string) => Promise<Result<EntryPage>>
  onRetry: () => void
}

export function EventList({ title, newest, loadMore, onRetry }: Props) {
  const { t } = useLingui()
  const { failed, failure } = useFailure()
  const [older, setOlder] = useState<{ of: typeof newest; pages: EntryPage[] }>()
  // Newest entries that were loaded again may not end where the older ones begin.
  const pages = newest?.data ? [newest.data, ...(older?.of === newest ? older.pages : [])] : []
  const entries = pages.flatMap((page) => page.entries)
  const next = pages.at(-1)?.next
  const showMore = async (after: string) => {
    const { data, error } = await loadMore(after)
    if (!failed(error) && data) setOlder({ of: newest, pages: [...pages.slice(1), data] })
  }
  return (
    <Panel title={title}>
      {newest?.error && <LoadFailure error={newest.error} onRetry={onRetry} />}
      {!newest && <Waiting lines={3} isList />}
      {newest?.data && entries.length === 0 && <EmptyState title={t`Nothing here yet`} />}
      {entries.length > 0 && (
        <Rows label={title}>
          {entries.map((entry) => (
            <EventRow key={entry.id} entry={entry} />
          ))}
        </Rows>
      )}
      {failure}
      {next && <ActionButton variant="default" onAct={() => showMore(next)}>{t`Show more`}</ActionButton>}
    </Panel>
  )
}

function EventRow({ entry: { at, event, details, actor, target, organization, ipAddress, device } }: { entry: Entry }) {
  const { t } = useLingui()
  const format = useFormat()
  const detail = (name: string) => (typeof details[name] === 'string' ? details[name] : '')
  const text = textOf(event, detail('reason') || detail('provider'))
  const by = actor.kind === 'command line' ? t`By an operator` : actor.name && t`By ${{ name: actor.name }}`
  const facts = [
    format.dateTime(at),
    by,
    target?.name,
    organization?.name,
    text && event.startsWith('session.') ? '' : detail('reason'),
    detail('provider'),
    detail('roles'),
    device,
    ipAddress,
  ]
  return (
    <Row
      mark={
        <Glyph>
          <History size={16} aria-hidden />
        </Glyph>
      }
      name={text ? t(text) : event}
      facts={facts.map((fact, index) => fact && <span key={index}>{fact}</span>)}
    />
  )
}
