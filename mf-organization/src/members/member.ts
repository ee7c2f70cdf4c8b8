import type { OrganizationMembersQuery } from '../generated/graphql.ts'

type Organization = NonNullable<OrganizationMembersQuery['organization']>

/** A member, and an open invitation, with what the query asks of them. */
export type Member = NonNullable<Organization['members']>['nodes'][number]
export type OpenInvitation = NonNullable<Organization['invitations']>['nodes'][number]

/** What a member is called here; not everybody has given a name. */
export const nameOf = ({ name, email }: Member['user']) => name || email
