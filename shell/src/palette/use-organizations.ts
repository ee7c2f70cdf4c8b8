import { authClient, type CallError, request, useLocation, useSession } from 'kit'
import { type KnownRights, noRights } from 'contract/permissions.ts'
import { roleNames } from 'contract/roles.ts'
import { ORGANIZATIONS_PATH, slugOf } from 'contract/version-lock.ts'
import { useEffect, useState } from 'react'
import { type Entry, entryOf } from './entry.ts'

export interface Organization extends Entry {
  slug: string
  /** The user's. */
  rights: KnownRights
}

export const organizationPath = (slug: string): string => `${ORGANIZATIONS_PATH}/${encodeURIComponent(slug)}`

/** The organization of the page, otherwise the one opened last. */
export function usePageOrganization(organizations: readonly Organization[]): Organization | undefined {
  const session = useSession()
  const slug = slugOf(useLocation().pathname)
  const activeId = session.status === 'signed-in' ? session.session.activeOrganizationId : null
  return organizations.find((each) => (slug === null ? each.id === activeId : each.slug === slug))
}

interface Known {
  organizations: Organization[]
  isWhole: boolean
  error: CallError | null
}

const PAGE_SIZE = 100

/** Cached per session object, which is replaced when the user returns or joins an organization. */
let last: { of: unknown; known: Known } | null = null

export function useOrganizations(): Known & { reload: () => void } {
  const session = useSession()
  const [attempt, setAttempt] = useState(0)
  const [known, setKnown] = useState<Known>(() =>
    last?.of === session ? last.known : { organizations: [], isWhole: false, error: null },
  )
  useEffect(() => {
    if (last?.of === session && last.known.isWhole) return undefined
    const end = new AbortController()
    void load(end.signal, (next) => {
      last = { of: session, known: next }
      setKnown(next)
    })
    return () => end.abort()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each attempt loads again
  }, [session, attempt])
  return { ...known, reload: () => setAttempt(attempt + 1) }
}

async function load(signal: AbortSignal, onPage: (known: Known) => void): Promise<void> {
  const organizations: Organization[] = []
  let cursor: string | null = null
  do {
    const query = { limit: PAGE_SIZE, permissions: 'true' as const, ...(cursor !== null && { cursor }) }
    let next: string | null = null
    const { data, error } = await request(async () => {
      const outcome = await authClient.GET('/organization/list', { params: { query } })
      next = outcome.response.headers.get('next-cursor')
      return outcome
    })
    cursor = next
    organizations.push(
      ...(data ?? []).map(({ id, name, slug, logo, role = '', permissions, needsSecondFactor }) => {
        const more = { image: logo, detail: slug, to: organizationPath(slug) }
        return {
          slug,
          rights: needsSecondFactor ? noRights : { roles: roleNames(role), permissions },
          ...entryOf('organization', id, name, [slug], more),
        }
      }),
    )
    if (signal.aborted) return
    onPage({ organizations: [...organizations], isWhole: !error && cursor === null, error })
  } while (cursor !== null)
}
