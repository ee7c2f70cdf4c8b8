import { remoteDescription } from 'contract/remote-description.ts'

/** Says which fields of `remote.json` nothing reads. They are allowed, because another kit may read them. */
export function describeUnreadFields(given: unknown): string[] {
  const { data } = remoteDescription.safeParse(given)
  const unread = data ? findUnread(given, data).filter((field) => field !== '$schema') : []
  return unread.length === 0
    ? []
    : [`Nothing reads these fields of remote.json: ${unread.join(', ')}. Are they misspelled?`]
}

function findUnread(given: unknown, read: unknown): string[] {
  if (typeof given !== 'object' || given === null) return []
  return Object.entries(given).flatMap(([key, value]) => {
    const known: unknown = Reflect.get(Object(read), key)
    return known === undefined ? [key] : findUnread(value, known).map((field) => `${key}.${field}`)
  })
}
