import { Stack, useLazyComponent, usePlaces } from 'kit'
import type { ReactNode } from 'react'
import type { OrganizationFrameFragment } from '../generated/graphql.ts'
import { placePropsOf } from '../place-props.ts'

interface Props {
  organization: OrganizationFrameFragment
  children: ReactNode
}

/** Reserves the space of other remotes' cards, so that nothing moves when they load. */
export function WithCards({ organization, children }: Props) {
  const cards = usePlaces('organization-card', placePropsOf(organization).roles) ?? []
  const hasCards = cards.length > 0
  const { Component: Cards, fallback } = useLazyComponent(hasCards, async () => (await import('./cards.tsx')).Cards)
  return (
    <div className="kit-beside">
      <Stack gap="lg">{children}</Stack>
      {hasCards && <div>{Cards ? <Cards cards={cards} organization={organization} /> : fallback}</div>}
    </div>
  )
}
