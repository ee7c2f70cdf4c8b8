import type { OrganizationRolesQuery } from '../generated/graphql.ts'

export type Organization = NonNullable<OrganizationRolesQuery['organization']>
export type Role = NonNullable<Organization['roles']>[number]

/** Anybody who gives permissions may give what `member` grants. */
export function isGivable({ viewerGrants, viewerMembership, builtInRoles }: Organization, grant: string): boolean {
  const isOwner = viewerMembership?.roles.includes('OWNER') ?? false
  const ofAll = builtInRoles?.find(({ name }) => name === 'member')?.grants
  return isOwner || [viewerGrants, ofAll].some((held) => held?.includes(grant))
}
