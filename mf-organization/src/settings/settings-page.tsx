import { useLingui } from '@lingui/react/macro'
import { Panel, useParams } from 'kit'
import { useQuery } from 'kit/graphql'
import { graphql } from '../generated/gql.ts'
import { OrganizationFrame } from '../organization-frame.tsx'
import { RenameForm } from './rename-form.tsx'

const settingsQuery = graphql(`
  query OrganizationSettings($slug: String!) {
    organization(by: { slug: $slug }) {
      id
      name
      slug
      viewerPermissions
    }
  }
`)

export function SettingsPage() {
  const { t } = useLingui()
  const { slug = '' } = useParams()
  const { data, error, refetch } = useQuery(settingsQuery, { variables: { slug } })
  const organization = data?.organization
  return (
    <OrganizationFrame slug={slug} organization={organization} error={error} onRetry={() => void refetch()}>
      {organization && (
        <Panel title={t`Name and address`}>
          <RenameForm key={organization.id} organization={organization} />
        </Panel>
      )}
    </OrganizationFrame>
  )
}
