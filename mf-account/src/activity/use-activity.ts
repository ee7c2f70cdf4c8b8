import { authClient, request, useFailure, useRequest } from 'kit'
import { useState } from 'react'

export type Kind = 'sign-in' | 'change'

const loadPage = (query: { kind?: Kind; cursor?: string }) =>
  request(() => authClient.GET('/activity', { params: { query } }))
type ActivityPage = NonNullable<Awaited<ReturnType<typeof loadPage>>['data']>
export type Entry = ActivityPage['entries'][number]

/** The newest entries, followed by those that `showMore` has loaded. */
export function useActivity(kind: Kind | undefined) {
  const filter = kind && { kind }
  const [newest, reload] = useRequest(kind ?? 'all', () => loadPage({ ...filter }))
  const [older, setOlder] = useState<{ newest: typeof newest; pages: ActivityPage[] }>()
  const { failed, failure: moreFailure } = useFailure()
  // Reloaded newest entries may not end where the older ones begin.
  const pages = newest?.data ? [newest.data, ...(older?.newest === newest ? older.pages : [])] : []
  const cursor = pages.at(-1)?.cursor
  const showMore = async () => {
    const { data, error } = await loadPage({ ...filter, ...(cursor && { cursor }) })
    if (!failed(error) && data) setOlder({ newest, pages: [...pages.slice(1), data] })
  }
  const entries = newest?.data && pages.flatMap((page) => page.entries)
  return { entries, error: newest?.error, reload, showMore: cursor ? showMore : null, moreFailure }
}
