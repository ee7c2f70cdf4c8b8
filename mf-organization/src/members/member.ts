import type { OrganizationMembersQuery } from '../generated/graphql.ts'

type Organization = NonNullable<OrganizationMembersQuery['organization']>

export type Members = NonNullable<Organization['members']>
export type Member = Members['nodes'][number]
export type OpenInvitation = NonNullable<Organization['invitations']>['nodes'][number]

/** Not every user has a name. */
export const nameOf = ({ name, email }: Member['user']) => name || email
