import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, Form, Stack, SubmitButton, useForm, useStepUp } from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import { useState } from 'react'
import { graphql } from '../generated/gql.ts'
import type { Role } from '../generated/graphql.ts'
import { organizationTexts, roleDescriptions, roleNames } from '../organization-texts.ts'
import type { Member } from './member.ts'

const updateMutation = graphql(`
  mutation UpdateMemberRoles($input: UpdateMemberRolesInput!) {
    updateMemberRoles(input: $input) {
      member {
        id
        roles
      }
      userErrors {
        code
      }
    }
  }
`)

const ROLES: Role[] = ['OWNER', 'ADMIN', 'MEMBER']

interface Props {
  organizationId: string
  member: Member
  viewerIsOwner: boolean
  isLastOwner: boolean
  onClose: () => void
}

/** A role that may not be given or taken is disabled and says why. */
export function RolesForm({ organizationId, member, viewerIsOwner, isLastOwner, onClose }: Props) {
  const { t } = useLingui()
  const [roles, setRoles] = useState(member.roles)
  const { freshly, stepUp } = useStepUp()
  const form = useForm({
    initial: {},
    texts: organizationTexts,
    submit: async () => {
      if (roles.length === 0) return { code: 'ROLE_MISSING' }
      const input = { organizationId, memberId: member.id, roles }
      const refusal = await freshly(async () => refusalOf(await mutate(updateMutation, { input })))
      if (refusal) return refusal
      onClose()
      return null
    },
  })
  const reasonAgainst = (role: Role) => {
    if (role !== 'OWNER') return undefined
    if (!viewerIsOwner) return t`Only an owner can make owners.`
    return isLastOwner ? t`The organization needs an owner. Make somebody else one first.` : undefined
  }
  return (
    <>
      <Form form={form}>
        <Stack gap="sm" component="fieldset" aria-label={t`Roles`}>
          {ROLES.map((role) => {
            const reason = reasonAgainst(role)
            return (
              <Checkbox
                key={role}
                label={t(roleNames[role])}
                description={reason ?? t(roleDescriptions[role])}
                disabled={reason !== undefined}
                checked={roles.includes(role)}
                onChange={({ currentTarget }) =>
                  setRoles(currentTarget.checked ? [...roles, role] : roles.filter((kept) => kept !== role))
                }
              />
            )
          })}
        </Stack>
        <SubmitButton>
          <Trans>Save</Trans>
        </SubmitButton>
      </Form>
      {stepUp}
    </>
  )
}
