import type { OrganizationMembersQuery } from '../generated/graphql.ts'

export type Organization = NonNullable<OrganizationMembersQuery['organization']>
export type Members = NonNullable<Organization['members']>
export type Member = Members['nodes'][number]
export type Invitations = NonNullable<Organization['invitations']>
export type OpenInvitation = Invitations['nodes'][number]

/** The account may not be of the person with this email. */
export const isDoubtful = ({ user }: Member) => user.isEmailProved === false

/** Not every user has a name. */
export const nameOf = ({ name, email }: Pick<Member['user'], 'name' | 'email'>) => name || email
