import { authClient, emailOf, request, useRequest, useSettled } from 'kit'
import { type Entry, entryOf } from './entry.ts'
import { find } from './find.ts'
import { organizationPath, type Organization } from './use-organizations.ts'

const MIN_LETTERS = 2
const MAX_SHOWN = 5

/** Members of the page's organization, found by the server. */
export function usePeople(
  organization: Organization | undefined,
  query: string,
): { people: Entry[]; isWhole: boolean } {
  const typed = useSettled(query.trim())
  const key = organization && typed.length >= MIN_LETTERS ? `${organization.id} ${typed}` : null
  const [response] = useRequest(key, () => {
    const filterField = typed.includes('@') ? ('email' as const) : ('name' as const)
    const filter = { filterField, filterOperator: 'contains' as const, filterValue: typed }
    const params = { query: { organizationId: organization?.id ?? '', limit: MAX_SHOWN, ...filter } }
    return request(() => authClient.GET('/organization/list-members', { params }))
  })
  const people = response?.data?.members.map(({ user: { id, name, image, ...user } }) => {
    const email = emailOf(user) ?? ''
    const to = `${organizationPath(organization?.slug ?? '')}?q=${encodeURIComponent(email || name)}`
    return entryOf('person', id, name, [email], { image, detail: email, to })
  })
  // Otherwise the last response, until the field has settled.
  const isCurrent = typed === query.trim()
  return {
    people: isCurrent ? (people ?? []) : find(people ?? [], query),
    isWhole: key === null || response !== undefined,
  }
}
