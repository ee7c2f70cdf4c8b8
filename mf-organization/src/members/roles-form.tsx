import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, Form, type FormError, Stack, SubmitButton, useForm, useFormat, useStepUp } from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import { useState } from 'react'
import { graphql } from '../generated/gql.ts'
import type { Role } from '../generated/graphql.ts'
import { organizationTexts, roleDescriptions, roleNames } from '../organization-texts.ts'
import { ROLES } from './list-url.ts'
import { type Member, nameOf } from './member.ts'

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

interface Props {
  organizationId: string
  member: Member
  viewerIsOwner: boolean
  isLastOwner: boolean
  onRefused: (id: string, refusal: FormError) => void
  /** Called with the optimistic result; `response` settles with the response. */
  onClose: (message: string, response?: Promise<unknown>) => void
}

/** Disables roles that the viewer may not change, and says why. */
export function RolesForm({ organizationId, member, viewerIsOwner, isLastOwner, onRefused, onClose }: Props) {
  const { t } = useLingui()
  const format = useFormat()
  const [roles, setRoles] = useState(member.roles)
  const { freshly, stepUp } = useStepUp()
  const form = useForm({
    initial: {},
    texts: organizationTexts,
    submit: async () => {
      if (roles.length === 0) return { code: 'ROLE_MISSING' }
      const { id } = member
      const input = { organizationId, memberId: id, roles }
      const [name, given] = [nameOf(member.user), format.list(roles.map((role) => t(roleNames[role])))]
      const saved = t`Saved: ${name} – ${given}.`
      // Granting ownership may require a recent sign-in; other changes rarely fail.
      if (roles.includes('OWNER') && !member.roles.includes('OWNER')) {
        const refusal = await freshly(async () => refusalOf(await mutate(updateMutation, { input })))
        if (!refusal) onClose(saved)
        return refusal
      }
      const expected = { updateMemberRoles: { member: { __typename: 'Member' as const, id, roles }, userErrors: [] } }
      const response = mutate(updateMutation, { input }, expected)
      onClose(saved, response)
      const refusal = refusalOf(await response)
      if (refusal) onRefused(id, refusal)
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
