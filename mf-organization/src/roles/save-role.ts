import type { FormError } from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import { graphql } from '../generated/gql.ts'
import type { Role } from './role.ts'

const createMutation = graphql(`
  mutation CreateRole($input: CreateRoleInput!) {
    createRole(input: $input) {
      userErrors {
        code
      }
    }
  }
`)

const updateMutation = graphql(`
  mutation UpdateRole($input: UpdateRoleInput!) {
    updateRole(input: $input) {
      userErrors {
        code
      }
    }
  }
`)

interface Wanted {
  label: string | null
  key: string
  /** Undefined if they were not edited. */
  grants: readonly string[] | undefined
  /** Whether members who have the key already get the permissions. */
  confirm: boolean
}

/** Sends what differs from the role as it was shown, and is refused if somebody else has changed that since. */
export async function saveRole(
  organizationId: string,
  role: Role | undefined,
  { label, key, grants, confirm }: Wanted,
): Promise<FormError | null> {
  const shared = { organizationId, confirm }
  if (!role) {
    const input = { ...shared, name: key, label, grants: [...(grants ?? [])] }
    return refusalOf(await mutate(createMutation, { input }))
  }
  const isLabelNew = label !== role.label
  const input = {
    ...shared,
    name: role.name,
    ...(key !== role.name && { newName: key }),
    ...(isLabelNew && { label }),
    ...(grants && { grants: [...grants] }),
    expected: { ...(isLabelNew && { label: role.label }), ...(grants && { grants: role.grants }) },
  }
  return refusalOf(await mutate(updateMutation, { input }))
}
