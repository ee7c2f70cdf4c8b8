import { useLingui } from '@lingui/react/macro'
import { authClient, request, useRequest } from 'kit'
import { EventList } from '../journal/event-list.tsx'
import { useKept } from '../use-kept.ts'

async function loadActivity(userId: string, after: string | null) {
  const query = { userId, ...(after && { cursor: after }) }
  const { data, error } = await request(() => authClient.GET('/admin/user-activity', { params: { query } }))
  return error ? { data: null, error } : { data: { entries: data.entries, next: data.cursor }, error: null }
}

/** Loads again when `changes` grows. */
export function ActivityPanel({ userId, changes }: { userId: string; changes: number }) {
  const { t } = useLingui()
  const [response, reload] = useRequest(`activity ${userId} ${changes}`, () => loadActivity(userId, null))
  return (
    <EventList
      title={t`Activity`}
      newest={useKept(response)}
      loadMore={(after) => loadActivity(userId, after)}
      onRetry={reload}
    />
  )
}
