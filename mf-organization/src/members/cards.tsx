import { Panel, Place, type PlaceEntry, Stack } from 'kit'
import type { OrganizationFrameFragment } from '../generated/graphql.ts'
import { placePropsOf } from '../place-props.ts'
import { WhileActive } from '../while-active.tsx'

interface Props {
  cards: PlaceEntry[]
  organization: OrganizationFrameFragment
}

/** What other remotes have to say of an organization: heading and frame at once, the rest when it is seen. */
export const Cards = ({ cards, organization }: Props) => (
  <WhileActive organization={organization}>
    <Stack gap="lg">
      {cards.map((card) => (
        <Panel key={`${card.remote} ${card.name}`} title={card.label}>
          <Place place="organization-card" entry={card} {...placePropsOf(organization)} />
        </Panel>
      ))}
    </Stack>
  </WhileActive>
)
