import { useLingui } from '@lingui/react/macro'
import { Panel, SectionHead, useParams } from 'kit'
import { useQuery } from 'kit/graphql'
import { graphql } from '../generated/gql.ts'
import { OrganizationFrame } from '../organization-frame.tsx'
import { DangerZone } from './danger-zone.tsx'
import { LogoField } from './logo-field.tsx'
import { RenameForm } from './rename-form.tsx'
import { SecondFactorRow } from './second-factor-row.tsx'

const settingsQuery = graphql(`
  query OrganizationSettings($slug: String!) {
    organization(by: { slug: $slug }) {
      ...OrganizationFrame
      members(first: 1) {
        totalCount
      }
      owners: members(role: OWNER, first: 1) {
        totalCount
      }
      withoutFactor: members(hasSecondFactor: false, first: 0) {
        totalCount
      }
    }
  }
`)

export default function SettingsPage() {
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
  const isOnlyOwner = isOwner && organization?.owners?.totalCount === 1
  const permissions = organization?.viewerPermissions ?? []
  const reload = () => void refetch()
  return (
    <OrganizationFrame slug={slug} tab="settings" organization={organization} error={error} onRetry={reload}>
      {organization && (
        <>
          <SectionHead title={t`Settings`} />
          {permissions.includes('ORGANIZATION_UPDATE') && (
            <Panel
              title={t`General`}
              description={t`How the organization appears to its members and in invitations.`}
              titlePlace="beside"
            >
              <LogoField organization={organization} onConflict={reload} />
              <RenameForm key={organization.id} organization={organization} onConflict={reload} />
            </Panel>
          )}
          {isOwner && <SecondFactorRow organization={organization} onChanged={reload} />}
          <DangerZone
            organization={organization}
            memberCount={organization.members?.totalCount ?? 0}
            isOnlyOwner={isOnlyOwner}
            mayDelete={permissions.includes('ORGANIZATION_DELETE')}
          />
        </>
      )}
    </OrganizationFrame>
  )
}
