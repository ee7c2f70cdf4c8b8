import { Place, useParams } from 'kit'
import { useQuery } from 'kit/graphql'
import { graphql } from './generated/gql.ts'
import { OrganizationFrame } from './organization-frame.tsx'
import { placePropsOf } from './place-props.ts'

const frameQuery = graphql(`
  query OrganizationFrame($slug: String!) {
    organization(by: { slug: $slug }) {
      ...OrganizationFrame
    }
  }
`)

export default function OtherTabPage() {
  const { slug = '', tab = '' } = useParams()
  const { data, error, refetch } = useQuery(frameQuery, { variables: { slug }, fetchPolicy: 'cache-and-network' })
  const organization = data?.organization
  return (
    <OrganizationFrame
      key={tab}
      slug={slug}
      tab={tab}
      organization={organization}
      error={error}
      onRetry={() => void refetch()}
    >
      {(entry) => organization && <Place place="organization-tab" entry={entry} {...placePropsOf(organization)} />}
    </OrganizationFrame>
  )
}
