import { Outlet, type PageOrganization, useLazyComponent } from 'kit'
import { Activity, useEffect, useState } from 'react'
import { preloadRemote, useRemoteState } from '../federation/load-remote.ts'
import type { OwnedRoute } from 'contract/version-lock.ts'
import { addOnDemandTexts } from '../on-demand-texts.ts'
import { PageWaiting } from '../page-waiting.tsx'

async function fetchMissingRight() {
  const component = import(/* webpackChunkName: "rights" */ './missing-right.tsx')
  const [{ MissingRight }] = await Promise.all([component, addOnDemandTexts()])
  return MissingRight
}

interface Props {
  route: OwnedRoute
  /** Null until known. */
  may: boolean | null
  /** That of the page, otherwise the active one. */
  organization?: PageOrganization
}

/** If the user loses the permission while the page is open, it is hidden and keeps its state. */
export function PermittedPage({ route, may, organization }: Props) {
  const { remote } = route
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
      {may === false &&
        (MissingRight ? (
          <MissingRight demand={route} organization={organization} />
        ) : (
          <div className="kit-page">{fallback}</div>
        ))}
    </>
  )
}
