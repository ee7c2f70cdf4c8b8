import { Panel, Place, Stack, usePlaces } from 'kit'
import type { ReactNode } from 'react'
import type { OrganizationFrameFragment } from '../generated/graphql.ts'
import { placePropsOf } from '../place-props.ts'

interface Props {
  organization: OrganizationFrameFragment
  children: ReactNode
}

/** Other remotes' cards stand beside the content. */
export function WithCards({ organization, children }: Props) {
  const props = placePropsOf(organization)
  const cards = usePlaces('organization-card', props.roles, props.permissions) ?? []
  return (
    <div className="kit-beside">
      <Stack gap="lg">{children}</Stack>
      {cards.length > 0 && (
        <Stack gap="lg">
          {cards.map((card) => (
            <Panel key={`${card.remote} ${card.name}`} title={card.label}>
              <Place place="organization-card" entry={card} {...props} />
            </Panel>
          ))}
        </Stack>
      )}
    </div>
  )
}
