import { useLingui } from '@lingui/react/macro'
import { Panel, useParams } from 'kit'
import { useQuery } from 'kit/graphql'
import { graphql } from '../generated/gql.ts'
import { OrganizationFrame } from '../organization-frame.tsx'
import { DeleteForm } from './delete-form.tsx'
import { LeaveOrganization } from './leave-organization.tsx'
import { LogoField } from './logo-field.tsx'
import { RenameForm } from './rename-form.tsx'

const settingsQuery = graphql(`
  query OrganizationSettings($slug: String!) {
    organization(by: { slug: $slug }) {
      ...OrganizationFrame
      members(role: OWNER, first: 1) {
        totalCount
      }
    }
  }
`)

export function SettingsPage() {
  const { t } = useLingui()
  const { slug = '' } = useParams()
  const { data, previousData, error, refetch } = useQuery(settingsQuery, {
    variables: { slug },
    fetchPolicy: 'cache-and-network',
  })
  // After a change of the slug, keeps the form and its success message.
  const known = previousData?.organization?.slug === slug ? previousData : undefined
  const organization = (data ?? known)?.organization
  const isOwner = organization?.viewerMembership?.roles.includes('OWNER') ?? false
  const isOnlyOwner = isOwner && organization?.members?.totalCount === 1
  return (
    <OrganizationFrame
      slug={slug}
      tab="settings"
      organization={organization}
      error={error}
      onRetry={() => void refetch()}
    >
      {organization && (
        <>
          {organization.viewerPermissions?.includes('ORGANIZATION_UPDATE') && (
            <Panel title={t`Name and address`} titlePlace="beside">
              <LogoField organization={organization} />
              <RenameForm key={organization.id} organization={organization} />
            </Panel>
          )}
          <Panel title={t`Leave the organization`} titlePlace="beside">
            <LeaveOrganization organization={organization} isOnlyOwner={isOnlyOwner} />
          </Panel>
          {organization.viewerPermissions?.includes('ORGANIZATION_DELETE') && (
            <Panel title={t`Delete the organization`} titlePlace="beside">
              <DeleteForm organization={organization} />
            </Panel>
          )}
        </>
      )}
    </OrganizationFrame>
  )
}
