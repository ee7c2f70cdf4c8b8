import { Panel, Place, type PlaceEntry, Stack } from 'kit'
import type { OrganizationFrameFragment } from '../generated/graphql.ts'
import { placePropsOf } from '../place-props.ts'

interface Props {
  cards: PlaceEntry[]
  organization: OrganizationFrameFragment
}

export const Cards = ({ cards, organization }: Props) => (
  <Stack gap="lg">
    {cards.map((card) => (
      <Panel key={`${card.remote} ${card.name}`} title={card.label}>
        <Place place="organization-card" entry={card} {...placePropsOf(organization)} />
      </Panel>
    ))}
  </Stack>
)
