import { Outlet, useLocation } from 'kit'
import { GraphqlProvider } from 'kit/graphql'
import { useState } from 'react'
import { type Arrival, ArrivalContext } from './visit.ts'

export function OrganizationLayout() {
  const [, , slug] = useLocation().pathname.split('/')
  const [visit, setVisit] = useState<{ slug: string | undefined; arrival: Arrival }>({ slug, arrival: 'due' })
  if (visit.slug !== slug) setVisit({ slug, arrival: 'due' })
  const setArrival = (arrival: Arrival) => setVisit((present) => (present.slug === slug ? { slug, arrival } : present))
  return (
    <GraphqlProvider>
      <ArrivalContext value={[visit.arrival, setArrival]}>
        <Outlet />
      </ArrivalContext>
    </GraphqlProvider>
  )
}
