import { useLingui } from '@lingui/react/macro'
import { ActionButton, Toast, useFailure, useFormat } from 'kit'
import { saveFile } from 'kit/device'
import { callErrorOf } from 'kit/graphql'
import { useRef, useState } from 'react'
import type { Entry, Log } from './entry.ts'
import { useDescription } from './use-description.ts'

type Page = Log | null | undefined
type ReadPage = (after: string | null) => Promise<Page>

const MAX_ROWS = 10_000
const HEAD = ['time', 'person', 'change', 'event', 'email', 'details', 'personId', 'targetId', 'requestId']

/** Exports the newest entries that match the filters. */
export function ExportButton({ slug, readPage }: { slug: string; readPage: ReadPage }) {
  const { t } = useLingui()
  const format = useFormat()
  const describe = useDescription()
  const place = useRef<HTMLDivElement>(null)
  const { failed, failure } = useFailure()
  const [count, setCount] = useState(0)
  const [isCut, setIsCut] = useState(false)
  const rowOf = (entry: Entry) => {
    const { at, event, actor, target, email, details, requestId } = entry
    const { who, sentence } = describe(entry)
    return [at, who, sentence, event, email, JSON.stringify(details), actor.userId, target.databaseId, requestId]
  }
  const exportAll = async () => {
    const rows: (string | null | undefined)[][] = []
    let after: string | null = null
    failed(null)
    try {
      do {
        const page: Page = await readWhenAllowed(readPage, after)
        rows.push(...(page?.nodes ?? []).map(rowOf))
        setCount(rows.length)
        after = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : null
      } while (after !== null && rows.length < MAX_ROWS && place.current)
      if (place.current) saveFile(`audit-log-${slug}.csv`, toCsv([HEAD, ...rows]), 'text/csv')
      setIsCut(after !== null)
    } catch (error) {
      failed(callErrorOf(error))
    }
    setCount(0)
  }
  const [shown, max] = [format.number(count), format.number(MAX_ROWS)]
  return (
    <div ref={place}>
      <ActionButton variant="default" onAct={exportAll}>
        {count > 0 ? t`Exporting: ${shown}` : t`Export CSV`}
      </ActionButton>
      {failure}
      <Toast>{isCut && t`Only the newest ${max} changes were exported. Use filters for older ones.`}</Toast>
    </div>
  )
}

/** Waits for the rate limit, which a long export reaches. */
async function readWhenAllowed(readPage: ReadPage, after: string | null): Promise<Page> {
  try {
    return await readPage(after)
  } catch (error) {
    const { retryAfter } = callErrorOf(error)
    if (retryAfter === undefined) throw error
    await new Promise((resolve) => setTimeout(resolve, retryAfter * 1000))
    return readWhenAllowed(readPage, after)
  }
}

const toCell = (text: string | null | undefined) =>
  `"${(text ?? '').replace(/^(?=[=+\-@\t\r\n＝＋－＠])/, "'").replaceAll('"', '""')}"`

/** As in RFC 4180. The byte order mark is for Excel; an apostrophe keeps texts from becoming formulas. */
const toCsv = (rows: Parameters<typeof toCell>[0][][]) =>
  `\uFEFF${rows.map((row) => `${row.map(toCell).join()}\r\n`).join('')}`
