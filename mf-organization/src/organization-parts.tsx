import { useLingui } from '@lingui/react/macro'
import { EmptyState, Place, type PlaceEntry, Tabs, Text, usePlaces, Waiting } from 'kit'
import History from 'lucide-react/icons/history'
import KeyRound from 'lucide-react/icons/key-round'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Settings from 'lucide-react/icons/settings'
import Users from 'lucide-react/icons/users'
import WebhookIcon from 'lucide-react/icons/webhook'
import UsersRound from 'lucide-react/icons/users-round'
import type { ReactNode } from 'react'
import type { OrganizationFrameFragment } from './generated/graphql.ts'
import { OwnTabContext } from './own-tab.tsx'
import { placePropsOf } from './place-props.ts'

interface Props {
  path: string
  /** The last segment of the tab's path. */
  tab: string
  organization: OrganizationFrameFragment
  /** The content of an own tab, or a renderer for a tab of another remote. */
  children: ReactNode | ((tab: PlaceEntry) => ReactNode)
}

const icons = new Map([
  ['', Users],
  ['teams', UsersRound],
  ['roles', ShieldCheck],
  ['settings', Settings],
  ['webhooks', WebhookIcon],
  ['keys', KeyRound],
  ['audit-log', History],
])

export function OrganizationParts({ path, tab, organization, children }: Props) {
  const { t } = useLingui()
  const props = placePropsOf(organization)
  const tabs = usePlaces('organization-tab', props.roles, props.permissions)
  if (!tabs) return <Waiting lines={4} />
  const isOurs = typeof children !== 'function'
  const open = tabs.find(({ name, remote }) => name === tab && (remote === 'mf-organization') === isOurs)
  return (
    <Tabs
      label={t`Parts of the organization`}
      items={tabs.map(({ name, label }) => {
        const Icon = icons.get(name) ?? LayoutGrid
        return { to: name ? `${path}/${name}` : path, text: label, icon: <Icon size={16} aria-hidden /> }
      })}
    >
      {!open ? (
        // The tab may exist only for other roles, or only in another version.
        <EmptyState title={t`Page not found`}>
          <Text>{t`The link may be old or mistyped, or your role doesn’t include this page.`}</Text>
        </EmptyState>
      ) : isOurs ? (
        <OwnTabContext value={children}>
          <Place place="organization-tab" entry={open} {...props} />
        </OwnTabContext>
      ) : (
        children(open)
      )}
    </Tabs>
  )
}
