import { Trans, useLingui } from '@lingui/react/macro'
import { EmptyState, Place, type PlaceEntry, Tabs, Text, usePlaces, Waiting } from 'kit'
import type { ReactNode } from 'react'
import type { OrganizationFrameFragment } from './generated/graphql.ts'
import { OwnTabContext } from './own-tab.tsx'
import { placePropsOf } from './place-props.ts'

interface Props {
  path: string
  /** The last part of the tab's address. */
  tab: string
  organization: OrganizationFrameFragment
  /** What one of our tabs shows, or how a tab of another remote is shown. */
  children: ReactNode | ((tab: PlaceEntry) => ReactNode)
}

/** The tabs of an organization, ours and those of other remotes, and what the open one shows. */
export function OrganizationParts({ path, tab, organization, children }: Props) {
  const { t } = useLingui()
  const props = placePropsOf(organization)
  const tabs = usePlaces('organization-tab', props.roles)
  if (!tabs) return <Waiting lines={4} />
  const isOurs = typeof children !== 'function'
  const open = tabs.find(({ name, remote }) => name === tab && (remote === 'mf-organization') === isOurs)
  return (
    <>
      <Tabs
        label={t`Parts of the organization`}
        items={tabs.map(({ name, label }) => ({ to: name ? `${path}/${name}` : path, text: label }))}
      />
      {!open ? (
        <NoSuchPart />
      ) : isOurs ? (
        <OwnTabContext value={children}>
          <Place place="organization-tab" entry={open} {...props} />
        </OwnTabContext>
      ) : (
        children(open)
      )}
    </>
  )
}

/** Somebody with another role, or of another time, may see a tab here. */
function NoSuchPart() {
  const { t } = useLingui()
  return (
    <EmptyState title={t`There is no page at this address`}>
      <Text>
        <Trans>The link may be old or mistyped, or your role in this organization does not allow this page.</Trans>
      </Text>
    </EmptyState>
  )
}
