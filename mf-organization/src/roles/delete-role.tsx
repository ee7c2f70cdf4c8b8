import { Trans, useLingui } from '@lingui/react/macro'
import { DialogActions, Text } from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import { graphql } from '../generated/gql.ts'
import { useRoleText } from '../list/use-role-text.ts'
import { Question } from '../question.tsx'
import { Holders, useHolders } from './holders.tsx'
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

interface Props {
  organization: Organization
  role: Role
  onChanged: () => void
  onClose: (message?: string) => void
}

/** A role in use stays: then it says who has it. */
export function DeleteRole({ organization, role, onChanged, onClose }: Props) {
  const { t } = useLingui()
  const name = useRoleText([role])([role.name])
  const holders = useHolders(organization, role.name)
  const isFree = holders.members?.totalCount === 0 && holders.offers.length === 0
  if (!holders.members || holders.error)
    return <Holders organization={organization} role={role.name} holders={holders} />
  if (!isFree)
    return (
      <>
        <Text>
          <Trans>This role is in use. First give these people another role, or cancel their invitations:</Trans>
        </Text>
        <Holders organization={organization} role={role.name} holders={holders} />
        <DialogActions onCancel={onClose} cancel={<Trans>Close</Trans>} />
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
    <Question action={<Trans>Delete</Trans>} onAct={remove} onClose={() => onClose()}>
      <Trans>Nobody has this role. You can create it again.</Trans>
    </Question>
  )
}
