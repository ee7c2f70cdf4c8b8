import { useLingui } from '@lingui/react/macro'
import type { FormError } from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import { graphql } from '../generated/gql.ts'
import type { Role } from '../generated/graphql.ts'
import { roleDescriptions, roleNames } from '../organization-texts.ts'
import { ROLES } from './list-url.ts'
import { isDoubtful, type Member } from './member.ts'

export const updateMutation = graphql(`
  mutation UpdateMemberRoles($input: UpdateMemberRolesInput!) {
    updateMemberRoles(input: $input) {
      member {
        __typename
        id
        roles
      }
      userErrors {
        code
      }
    }
  }
`)

export const removeMutation = graphql(`
  mutation RemoveMember($input: RemoveMemberInput!) {
    removeMember(input: $input) {
      removedMemberId
      userErrors {
        code
      }
    }
  }
`)

/** Refused if somebody else has changed the role since it was shown. */
export async function changeRole(
  organizationId: string,
  { id, roles }: Member,
  role: Role,
  { isOptimistic }: { isOptimistic: boolean },
): Promise<FormError | null> {
  const input = { organizationId, memberId: id, roles: [role], expected: roles }
  const member = { __typename: 'Member' as const, id, roles: [role] }
  const result = isOptimistic ? { updateMemberRoles: { member, userErrors: [] } } : undefined
  return refusalOf(await mutate(updateMutation, { input }, result))
}

/** Granting and taking ownership may require a recent sign-in, so it is not applied optimistically. */
export const movesOwner = ({ roles }: Member, role: Role): boolean => (role === 'OWNER') !== roles.includes('OWNER')

/** Other clients can give several roles; the first is the one with all permissions of the others. */
export const mainRoleOf = ({ roles }: Member): Role => ROLES.find((role) => roles.includes(role)) ?? 'MEMBER'

/** Before ownership moves, and before anyone gets more rights under an email that may be somebody else's. */
export const needsQuestion = (member: Member, role: Role): boolean =>
  movesOwner(member, role) || (isDoubtful(member) && ROLES.indexOf(role) < ROLES.indexOf(mainRoleOf(member)))

/** The description of a role that the viewer may not choose is the reason. */
export function useRoleChoices(viewerIsOwner: boolean, isLastOwner: boolean) {
  const { t } = useLingui()
  return ROLES.map((role) => {
    const isOwner = role === 'OWNER'
    const reason =
      isOwner && !viewerIsOwner
        ? t`Only an owner can add owners.`
        : !isOwner && isLastOwner
          ? t`The organization needs an owner. Make someone else an owner first.`
          : undefined
    return { role, name: t(roleNames[role]), description: reason ?? t(roleDescriptions[role]), isDisabled: !!reason }
  })
}
