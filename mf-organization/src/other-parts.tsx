import { Place, type PlaceEntry, Stack } from 'kit'
import type { OrganizationFrameFragment } from './generated/graphql.ts'
import { placePropsOf } from './place-props.ts'
import { WhileActive } from './while-active.tsx'

interface Props {
  place: 'organization-tab' | 'organization-card'
  entries: PlaceEntry[]
  organization: OrganizationFrameFragment
}

/** What other remotes show of an organization in one place. */
export const OtherParts = ({ place, entries, organization }: Props) => (
  <WhileActive organization={organization}>
    <Stack gap="lg">
      {entries.map((entry) => (
        <Place key={`${entry.remote} ${entry.name}`} place={place} entry={entry} {...placePropsOf(organization)} />
      ))}
    </Stack>
  </WhileActive>
)
