import { Outlet, useLocation } from 'kit'
import { GraphqlProvider } from 'kit/graphql'
import { useState } from 'react'
import { type Activation, ActivationContext } from './activation.ts'

export function OrganizationLayout() {
  const [, , slug] = useLocation().pathname.split('/')
  const [visit, setVisit] = useState<{ slug: string | undefined; activation: Activation }>({
    slug,
    activation: 'needed',
  })
  if (visit.slug !== slug) setVisit({ slug, activation: 'needed' })
  const setActivation = (activation: Activation) =>
    setVisit((current) => (current.slug === slug ? { slug, activation } : current))
  return (
    <GraphqlProvider>
      <ActivationContext value={[visit.activation, setActivation]}>
        <Outlet />
      </ActivationContext>
    </GraphqlProvider>
  )
}
