import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { FormError } from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import { useMemo } from 'react'
import { graphql } from '../generated/gql.ts'
import { useRoleText } from '../list/use-role-text.ts'
import { roleDescriptions } from '../organization-texts.ts'
import { isDoubtful, type Member, type Organization } from './member.ts'

export const updateMutation = graphql(`
  mutation UpdateAssignedRoles($input: UpdateAssignedRolesInput!) {
    updateAssignedRoles(input: $input) {
      member {
        __typename
        id
        assignedRoles
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
      userErrors {
        code
      }
    }
  }
`)

/** Refused if somebody else has changed the roles since they were shown. */
export async function changeRole(
  organizationId: string,
  { id, assignedRoles: expected }: Member,
  role: string,
  { isOptimistic }: { isOptimistic: boolean },
): Promise<FormError | null> {
  const input = { organizationId, memberId: id, assignedRoles: [role], expected }
  const member = { __typename: 'Member' as const, id, assignedRoles: [role] }
  const result = isOptimistic ? { updateAssignedRoles: { member, userErrors: [] } } : undefined
  return refusalOf(await mutate(updateMutation, { input }, result))
}

export const isOwner = ({ assignedRoles }: Pick<Member, 'assignedRoles'>): boolean => assignedRoles.includes('owner')

/** Granting and taking ownership may require a recent sign-in, so it is not applied optimistically. */
export const movesOwner = (member: Member, role: string): boolean => (role === 'owner') !== isOwner(member)

const builtIn = ['owner', 'admin', 'member']

/** Other clients can give several roles. */
export const mainRoleOf = ({ assignedRoles: [first = 'member', ...more] }: Member): string =>
  builtIn.find((role) => role === first || more.includes(role)) ?? first

/** Before ownership moves or one of several roles is lost, and before anyone gets more rights under an email that may be somebody else's. */
export function needsQuestion(member: Member, role: string): boolean {
  const [before, after] = [builtIn.indexOf(mainRoleOf(member)), builtIn.indexOf(role)]
  const isLess = role === 'member' || (before >= 0 && after >= before)
  return movesOwner(member, role) || member.assignedRoles.length > 1 || (isDoubtful(member) && !isLess)
}

export interface RoleChoice {
  role: string
  name: string
  /** The reason, if the viewer may not choose it. */
  description: string
  isDisabled: boolean
}

/** All roles. Anybody who gives roles may give what `member` grants. */
export function useRoleChoices(organization: Organization): readonly RoleChoice[] {
  const { t } = useLingui()
  const roleText = useRoleText(organization.roles)
  return useMemo(() => {
    const { viewerGrants, viewerMembership, roles, builtInRoles } = organization
    const grantsOf = (role: string) =>
      [builtInRoles ?? [], roles ?? []].flat().find(({ name }) => name === role)?.grants ?? []
    const viewerIsOwner = viewerMembership?.roles.includes('OWNER') ?? false
    const givable = [viewerGrants ?? [], grantsOf('member')].flat()
    return [...builtIn, ...(roles ?? []).map(({ name }) => name)].map((role) => {
      const [name, grants, about] = [roleText([role]), grantsOf(role), roleDescriptions[role]]
      const count = t`${plural(grants.length, { one: '# permission', other: '# permissions' })}`
      const reason =
        !viewerIsOwner &&
        (role === 'owner'
          ? t`Only an owner can add owners.`
          : grants.some((grant) => !givable.includes(grant)) && t`It has permissions that your role lacks.`)
      const description = reason || (about ? t(about) : name === role ? count : `${role} · ${count}`)
      return { role, name, description, isDisabled: reason !== false }
    })
  }, [organization, roleText, t])
}

/** Those that the viewer may give, the built-in ones with the fewest permissions first. */
export const givableOf = (choices: readonly RoleChoice[]): RoleChoice[] =>
  [...choices.slice(0, builtIn.length).toReversed(), ...choices.slice(builtIn.length)].filter(
    ({ isDisabled }) => !isDisabled,
  )

/** Keys of unknown roles stay as they are. */
export const namesOf = (choices: readonly RoleChoice[], roles: readonly string[]): string[] =>
  roles.map((role) => choices.find((choice) => choice.role === role)?.name ?? role)

/** The last owner stays one. */
export function useChoicesFor(choices: readonly RoleChoice[], isLastOwner: boolean): readonly RoleChoice[] {
  const { t } = useLingui()
  const description = t`The organization needs an owner. Make someone else an owner first.`
  if (!isLastOwner) return choices
  return choices.map((choice) => (choice.role === 'owner' ? choice : { ...choice, description, isDisabled: true }))
}
