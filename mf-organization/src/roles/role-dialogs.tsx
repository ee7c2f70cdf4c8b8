import { useLingui } from '@lingui/react/macro'
import { DialogActions, Text } from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import type { ChoiceGroup } from '../choice-groups.tsx'
import { graphql } from '../generated/gql.ts'
import { useRoleText } from '../list/use-role-text.ts'
import { Question } from '../question.tsx'
import { useFirstFocus } from '../use-first-focus.ts'
import { Holders, useHolders } from './holders.tsx'
import { RoleForm } from './role-form.tsx'
import type { Organization, Role } from './role.ts'

const deleteMutation = graphql(`
  mutation DeleteRole($input: DeleteRoleInput!) {
    deleteRole(input: $input) {
      userErrors {
        code
      }
    }
  }
`)

/** `role` is as it was when the dialog opened. */
export type Asked = { what: 'create'; role?: never } | { what: 'edit' | 'delete'; role: Role }

interface Props {
  asked: Asked
  organization: Organization
  groups: readonly ChoiceGroup[]
  /** The roles must be refetched, even after a refusal: somebody else may have changed them. */
  onChanged: () => void
  onClose: (message?: string) => void
}

export function RoleDialog({ asked, ...props }: Props) {
  useFirstFocus()
  const present = props.organization.roles?.find(({ name }) => name === asked.role?.name)
  return asked.what === 'delete' ? (
    <DeleteRole role={asked.role} {...props} />
  ) : (
    // After somebody else has renamed or deleted it, the server refuses the change.
    <RoleForm role={present ?? asked.role} {...props} />
  )
}

/** A role in use stays: then it says who has it. */
function DeleteRole({ organization, role, onChanged, onClose }: Omit<Props, 'asked' | 'groups'> & { role: Role }) {
  const { t } = useLingui()
  const name = useRoleText([role])([role.name])
  const holders = useHolders(organization, role.name)
  const isFree = holders.members?.totalCount === 0 && holders.offers.length === 0
  if (!holders.members || holders.error)
    return <Holders organization={organization} role={role.name} holders={holders} />
  if (!isFree)
    return (
      <>
        <Text>{t`This role is in use. First give these people another role, or cancel their invitations:`}</Text>
        <Holders organization={organization} role={role.name} holders={holders} />
        <DialogActions onCancel={onClose} cancel={t`Close`} />
      </>
    )
  const remove = async () => {
    const input = { organizationId: organization.id, name: role.name }
    const refusal = refusalOf(await mutate(deleteMutation, { input }))
    if (!refusal) onClose(t`The role ${name} was deleted.`)
    else if (refusal.code === 'ROLE_IS_ASSIGNED_TO_MEMBERS') holders.reload()
    onChanged()
    return refusal
  }
  return (
    <Question action={t`Delete`} onAct={remove} onClose={() => onClose()}>
      {t`Nobody has this role. You can create it again.`}
    </Question>
  )
}
