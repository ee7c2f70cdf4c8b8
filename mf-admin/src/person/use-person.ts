import { authClient, request, useRequest } from 'kit'
import { useKept } from '../use-kept.ts'

const load = (id: string) => request(() => authClient.GET('/admin/user', { params: { query: { id } } }))

export type Person = NonNullable<Awaited<ReturnType<typeof load>>['data']>

/** Shows the last state while it loads again. */
export function usePerson(id: string) {
  const [response, reload] = useRequest(id, () => load(id))
  const { data: person, error } = useKept(response) ?? {}
  return { person, error, reload }
}
