import type { OrganizationMembersQuery } from '../generated/graphql.ts'

type Organization = NonNullable<OrganizationMembersQuery['organization']>

/** A page of members, a member, and an open invitation, with what the query asks of them. */
export type Members = NonNullable<Organization['members']>
export type Member = Members['nodes'][number]
export type OpenInvitation = NonNullable<Organization['invitations']>['nodes'][number]

/** What a member is called here; not everybody has given a name. */
export const nameOf = ({ name, email }: Member['user']) => name || email
