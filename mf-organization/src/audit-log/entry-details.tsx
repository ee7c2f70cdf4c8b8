import { useLingui } from '@lingui/react/macro'
import { ActionButton } from 'kit'
import { Table } from 'kit/parts'
import { useState } from 'react'
import type { Entry } from './entry.ts'

/** For support and programs: ids, and values as in REST and the log, except the changed `fields`. */
export function EntryDetails({ entry, fields }: { entry: Entry; fields: string }) {
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
