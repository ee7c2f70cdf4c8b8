import { useLingui } from '@lingui/react/macro'
import { ActionButton, Avatar, Dialog, Text, useFailure, useFormat } from 'kit'
import KeyRound from 'lucide-react/icons/key-round'
import { useState } from 'react'
import type { Entry, Log } from './entry.ts'
import { EntryDetails } from './entry-details.tsx'
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
