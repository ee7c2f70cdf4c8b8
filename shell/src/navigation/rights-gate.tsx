import { Outlet, useLazyComponent, useSession } from 'kit'
import { asksForRoles, type Demand, maySee } from 'contract/permissions.ts'
import { Activity, useEffect, useState } from 'react'
import { preloadRemote, useRemoteState } from '../federation/load-remote.ts'
import type { OwnedRoute } from 'contract/version-lock.ts'
import { addOnDemandTexts } from '../on-demand-texts.ts'
import { PageWaiting } from '../page-waiting.tsx'
import { matchesSession, useKnown } from './viewer-rights.ts'

async function fetchMissingRight() {
  const component = import(/* webpackChunkName: "rights" */ './missing-right.tsx')
  const [{ MissingRight }] = await Promise.all([component, addOnDemandTexts()])
  return MissingRight
}

/** If the user loses the permission while the page is open, it is hidden and keeps its state. */
export function RightsGate({ route }: { route: OwnedRoute }) {
  const { remote } = route
  const may = useMay(route)
  const state = useRemoteState(remote.name)
  const [wasOpen, setOpen] = useState(false)
  if (may && !wasOpen) setOpen(true)
  const { Component: MissingRight, fallback } = useLazyComponent(may === false, fetchMissingRight)
  useEffect(() => {
    if (may && state !== 'failed') preloadRemote(remote)
  }, [may, remote, state])
  if (may === null && !wasOpen) return <PageWaiting />
  return (
    <>
      <Activity mode={may === false ? 'hidden' : 'visible'}>{wasOpen && <Outlet />}</Activity>
      {may === false && (MissingRight ? <MissingRight demand={route} /> : <div className="kit-page">{fallback}</div>)}
    </>
  )
}

/** By the rights in the organization. Null until known. True if the request failed: the server decides, so nobody is locked out. */
function useMay(demand: Demand): boolean | null {
  const session = useSession()
  const last = useKnown()
  if (!asksForRoles(demand)) return true
  if (session.status !== 'signed-in' || !last || !matchesSession(last, session)) return null
  return last.rights === null || maySee(demand, last.rights, demand.userRole)
}
