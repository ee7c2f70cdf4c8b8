import {
  authClient,
  getSession,
  LoadFailure,
  Navigate,
  type PageOrganization,
  refreshSession,
  request,
  useLazyComponent,
  useLocation,
  useRequest,
  useSession,
} from 'kit'
import { loadOrganization, OrganizationContext } from 'kit/shell'
import { maySee } from 'contract/permissions.ts'
import { inOrganization } from 'contract/organization-path.ts'
import { type OwnedRoute, slugOf } from 'contract/version-lock.ts'
import { useEffect, useState } from 'react'
import { preloadRemote } from '../federation/load-remote.ts'
import { addOnDemandTexts } from '../on-demand-texts.ts'
import { PageWaiting } from '../page-waiting.tsx'
import { PermittedPage } from './permitted-page.tsx'

/**
 * For a page that each organization has. Its address without an organization leads to that of the
 * page before, so that links within a remote stay in it, otherwise to the active one.
 */
export function OrganizationGate({ route }: { route: OwnedRoute }) {
  const { pathname } = useLocation()
  const slug = slugOf(pathname)
  const [last, setLast] = useState(slug)
  if (slug !== null && slug !== last) setLast(slug)
  const { remote } = route
  useEffect(() => preloadRemote(remote), [remote])
  if (slug !== null) return <PageOfOrganization key={slug} slug={slug} route={route} />
  return last === null ? <ToActiveOrganization /> : <ToOrganization slug={last} />
}

function PageOfOrganization({ slug, route }: { slug: string; route: OwnedRoute }) {
  const session = useSession()
  const [response, reload] = useRequest(slug, () => loadOrganization({ organizationSlug: slug }))
  // A session is fetched again when the user returns, or their rights may have changed.
  const [loadedFor, setLoadedFor] = useState(session)
  if (loadedFor !== session) {
    setLoadedFor(session)
    reload()
  }
  const [known, setKnown] = useState<PageOrganization>()
  if (response?.data && response.data !== known) setKnown(response.data)
  useAsDefault(known)
  if (!response) return <PageWaiting />
  // Once the page is open, a failure keeps it: the service decides.
  if (response.error && !known) return <Failed error={response.error} onRetry={reload} />
  if (!known || (!response.error && !response.data)) return <Choice />
  return (
    <OrganizationContext value={known}>
      <PermittedPage route={route} may={maySee(route, known, route.userRole)} organization={known} />
    </OrganizationContext>
  )
}

/** Makes it the one of pages without an organization. Nothing on the page waits for it. */
function useAsDefault(organization: PageOrganization | undefined): void {
  const id = organization?.id
  useEffect(() => {
    const state = getSession()
    if (!id || state.status !== 'signed-in') return
    if (state.session.activeOrganizationId === id && !state.hasOnlyOne) return
    void request(() => authClient.POST('/organization/set-active', { body: { organizationId: id } })).then(
      async ({ error }) => {
        if (!error) await refreshSession()
      },
    )
  }, [id])
}

function ToOrganization({ slug }: { slug: string }) {
  const { pathname, search, hash } = useLocation()
  return <Navigate replace to={inOrganization(pathname, encodeURIComponent(slug)) + search + hash} />
}

function ToActiveOrganization() {
  const session = useSession()
  const id = session.status === 'signed-in' ? session.session.activeOrganizationId : null
  const [response, reload] = useRequest(id ?? null, () => loadOrganization({ organizationId: id ?? '' }))
  if (!id) return <Choice />
  if (!response) return <PageWaiting />
  if (response.error) return <Failed error={response.error} onRetry={reload} />
  // The user may have left it.
  return response.data ? <ToOrganization slug={response.data.slug} /> : <Choice />
}

async function fetchChoice() {
  const component = import(/* webpackChunkName: "rights" */ './organization-choice.tsx')
  const [{ OrganizationChoice }] = await Promise.all([component, addOnDemandTexts()])
  return OrganizationChoice
}

function Choice() {
  const { Component: OrganizationChoice, fallback } = useLazyComponent(true, fetchChoice)
  return OrganizationChoice ? <OrganizationChoice /> : <div className="kit-page">{fallback}</div>
}

function Failed(failure: Parameters<typeof LoadFailure>[0]) {
  return (
    <div className="kit-page">
      <LoadFailure {...failure} />
    </div>
  )
}
