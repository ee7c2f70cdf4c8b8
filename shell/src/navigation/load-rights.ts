import { authClient, request, useLocation, useSession } from 'kit'
import { noRights } from 'contract/permissions.ts'
import { roleNames } from 'contract/roles.ts'
import { useEffect } from 'react'
import { matchesSession, setKnown } from './viewer-rights.ts'

const TIMEOUT_MS = 2000

/** Again on each page and whenever the session is refreshed. A rest-auth of release 2.1 sends no permissions. */
export function useLoadRights(isNeeded: boolean): void {
  const state = useSession()
  const { pathname } = useLocation()
  useEffect(() => {
    if (!isNeeded || state.status !== 'signed-in') return undefined
    const [user, organization] = [state.user.id, state.session.activeOrganizationId ?? null]
    if (organization === null) {
      setKnown(() => ({ user, organization, rights: noRights }))
      return undefined
    }
    let isCurrent = true
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const query = { permissions: 'true' as const }
    // The only organization may not be the active one yet.
    const ofOnlyOne = { params: { query: { ...query, organizationId: organization } }, signal }
    const load = async () =>
      state.hasOnlyOne
        ? request(() => authClient.GET('/organization/get-active-member-role', ofOnlyOne))
        : request(() => authClient.GET('/organization/get-active-member', { params: { query }, signal }))
    void load().then(({ data, error }) => {
      if (!isCurrent) return
      setKnown((last) => {
        // Another tab changed the organization; this one will refresh its session and load again.
        const isOther = data && 'userId' in data && (data.userId !== user || data.organizationId !== organization)
        if (isOther) return last ?? { user, organization: null, rights: null }
        const rights = data ? { roles: roleNames(data.role), permissions: data.permissions } : noRights
        if (!error || error.code === 'SECOND_FACTOR_REQUIRED') return { user, organization, rights }
        return last && matchesSession(last, state) ? last : { user, organization, rights: null }
      })
    })
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- loads again on each page
  }, [isNeeded, state, pathname])
}
