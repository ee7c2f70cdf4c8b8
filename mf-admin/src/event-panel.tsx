import { useLingui } from '@lingui/react/macro'
import { type Result, useFormat, useRequest } from 'kit'
import History from 'lucide-react/icons/history'
import { nameOfEvent } from './event-names.ts'
import { Glyph, ListPanel, Row } from './rows.tsx'
import { useMore } from './use-more.tsx'

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
  load: (after: string | null) => Promise<Result<EntryPage>>
}

/** The newest events, and older ones on demand. */
export function EventPanel({ title, load }: Props) {
  const { t } = useLingui()
  const [newest] = useRequest('newest', () => load(null))
  const { pages, more } = useMore(newest, load)
  const rows = pages.flatMap(({ entries }) => entries.map((entry) => <EventRow key={entry.id} entry={entry} />))
  return (
    <ListPanel title={title} empty={t`Nothing here yet`} rows={newest && rows}>
      {more}
    </ListPanel>
  )
}

function EventRow({ entry: { at, event, details, actor, target, organization, ipAddress, device } }: { entry: Entry }) {
  const { t } = useLingui()
  const format = useFormat()
  const name = nameOfEvent(event)
  const by = actor.kind === 'command line' ? t`By an operator` : actor.name && t`By ${{ name: actor.name }}`
  const more = [details['roles'], details['provider'], details['reason']].filter((text) => typeof text === 'string')
  return (
    <Row
      mark={<Glyph>{<History size={16} aria-hidden />}</Glyph>}
      name={name ? t(name) : event}
      facts={[format.dateTime(at), by, target?.name, organization?.name, ...more, device, ipAddress]}
    />
  )
}
