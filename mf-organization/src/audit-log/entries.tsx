import { useLingui } from '@lingui/react/macro'
import { ActionButton, Avatar, Dialog, Text, useFailure, useFormat } from 'kit'
import { Table } from 'kit/parts'
import KeyRound from 'lucide-react/icons/key-round'
import { useState } from 'react'
import '../cover.css'
import type { Entry, Log } from './entry.ts'
import { useDescription } from './use-description.ts'

interface Props {
  log: Log
  /** Returns why it failed. */
  readMore: (after: string | null) => Promise<{ code: string } | null>
}

export function Entries({ log: { nodes, pageInfo }, readMore }: Props) {
  const { t } = useLingui()
  const format = useFormat()
  const describe = useDescription()
  const { failed, failure } = useFailure()
  const [open, setOpen] = useState<Entry>()
  return (
    <>
      <ul className="kit-rows" aria-label={t`Audit log`}>
        {nodes.map((entry) => {
          const { who, sentence } = describe(entry)
          const { userId, image } = entry.actor
          const time = <time dateTime={entry.at}>{format.dateTime(entry.at)}</time>
          return (
            <li key={entry.databaseId}>
              <Text span size="sm" c="dimmed" className="kit-column kit-only-wide">
                {time}
              </Text>
              {entry.actor.kind === 'key' ? (
                <span className="kit-glyph">
                  <KeyRound size={14} aria-hidden />
                </span>
              ) : (
                <Avatar user={{ id: userId ?? '', name: who, image }} size={24} />
              )}
              <div className="kit-row-main">
                <button type="button" className="kit-cover" onClick={() => setOpen(entry)}>
                  {sentence}
                </button>
                <Text span size="sm" c="dimmed" className="kit-only-narrow">
                  {time}
                </Text>
              </div>
            </li>
          )
        })}
      </ul>
      {failure}
      {pageInfo.hasNextPage && (
        <div className="kit-list-foot">
          <ActionButton variant="default" size="sm" onAct={async () => failed(await readMore(pageInfo.endCursor))}>
            {t`Show more`}
          </ActionButton>
        </div>
      )}
      <Dialog opened={!!open} title={open ? describe(open).sentence : ''} onClose={() => setOpen(undefined)}>
        {open && <EntryDetails entry={open} fields={describe(open).fields} />}
      </Dialog>
    </>
  )
}

/** For support and programs: ids, and values as in REST and the log, except the changed `fields`. */
function EntryDetails({ entry, fields }: { entry: Entry; fields: string }) {
  const { t } = useLingui()
  const [isCopied, setCopied] = useState(false)
  const { at, event, email, details, actor, target, databaseId, requestId } = entry
  const ids = { actor: actor.userId, actedFor: actor.actedForUserId, target: target.databaseId, databaseId, requestId }
  const shown = { at, event, email, ...details, ...(fields && { fields }), ...ids }
  const rows = Object.entries<unknown>(shown).flatMap(([key, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return value == null ? [] : [{ key, cells: [key, text] }]
  })
  const copy = () => navigator.clipboard.writeText(JSON.stringify(entry, null, 2)).then(() => setCopied(true))
  return (
    <>
      <Table label={t`Details`} columns={[{ text: t`Field` }, { text: t`Value` }]} rows={rows} />
      <ActionButton variant="default" onAct={copy}>
        {isCopied ? t`Copied` : t`Copy as JSON`}
      </ActionButton>
    </>
  )
}
