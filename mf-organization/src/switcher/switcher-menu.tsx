import { useLingui } from '@lingui/react/macro'
import Layers from 'lucide-react/icons/layers'
import Plus from 'lucide-react/icons/plus'
import { Avatar, Link, useFormat, Waiting } from 'kit'
import { GraphqlProvider } from 'kit/graphql'
import { useEffect } from 'react'
import { InvitedHint } from '../invited-hint.tsx'
import { LoadFailure } from '../load-failure.tsx'
import { useOrganizations } from '../use-organizations.ts'
import { OrganizationOptions } from './organization-options.tsx'

export interface Choice {
  /** As in REST. */
  id: string
  name: string
  slug: string
  logo?: string | null
}

export interface Known {
  choices: readonly Choice[]
  invitationCount: number
}

export interface SwitcherMenuProps {
  currentId: string | undefined
  /** The number of members by organization. */
  counts: ReadonlyMap<string, number | null | undefined>
  /** Called at first and after each change. */
  onKnown: (known: Known) => void
}

export function SwitcherMenu(props: SwitcherMenuProps) {
  return (
    <GraphqlProvider>
      <Choices {...props} />
    </GraphqlProvider>
  )
}

function Choices({ currentId, counts, onKnown }: SwitcherMenuProps) {
  const { t } = useLingui()
  const format = useFormat()
  const { viewer, organizations, error, cutOff, reload } = useOrganizations()
  const invitationCount = viewer?.invitations?.totalCount ?? 0
  useEffect(() => {
    const choices = organizations.map(({ databaseId: id, name, slug, logo }) => ({ id, name, slug, logo }))
    if (viewer) onKnown({ choices, invitationCount })
  }, [viewer, organizations, invitationCount, onKnown])
  if (!viewer) return error ? <LoadFailure error={error} onRetry={reload} /> : <Waiting isList />
  return (
    <>
      <OrganizationOptions organizations={organizations} counts={counts} currentId={currentId} />
      {organizations.length > 0 && (
        <Link to="/organizations" className="kit-menu-row">
          <Layers size={16} />
          <span>{t`All organizations`}</span>
          {organizations.length}
        </Link>
      )}
      {cutOff !== undefined && <LoadFailure error={cutOff} onRetry={reload} />}
      {invitationCount > 0 && (
        <section aria-label={t`Invitations`} className="kit-menu-group">
          <div className="kit-menu-label">
            {t`Invitations`}
            <span>{invitationCount}</span>
          </div>
          {viewer.invitations?.nodes.map(({ id, organizationName, expiresAt }) => {
            const name = organizationName ?? t`An organization`
            const end = format.relativeTime(expiresAt)
            return (
              <Link key={id} to="/organizations" className="kit-menu-row">
                <Avatar user={{ name }} size={24} isSquare />
                <span>
                  <strong>{name}</strong>
                  <small>{t`Expires ${end}`}</small>
                </span>
                {t`View`}
              </Link>
            )
          })}
        </section>
      )}
      {!viewer.isEmailProved && (
        <div className="kit-menu-group">
          <InvitedHint email={viewer.user.email} />
        </div>
      )}
      <div className="kit-menu-group">
        <Link to="/organizations/new" className="kit-menu-row">
          <Plus size={16} />
          <span>{t`Create organization`}</span>
        </Link>
      </div>
    </>
  )
}
