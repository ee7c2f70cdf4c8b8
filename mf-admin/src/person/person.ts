import { authClient, request, type Result, type User } from 'kit'
import type { EntryPage } from '../event-panel.tsx'

export const loadPerson = (id: string) => request(() => authClient.GET('/admin/user', { params: { query: { id } } }))
export type Person = NonNullable<Awaited<ReturnType<typeof loadPerson>>['data']>

export const nameOf = ({ name, email }: Pick<User, 'name' | 'email'>): string => name || email

export async function loadActivity(userId: string, after: string | null): Promise<Result<EntryPage>> {
  const query = { userId, ...(after && { cursor: after }) }
  const { data, error } = await request(() => authClient.GET('/admin/user-activity', { params: { query } }))
  return error ? { data: null, error } : { data: { entries: data.entries, next: data.cursor }, error: null }
}
