import { Trans, useLingui } from '@lingui/react/macro'
import { Form, NativeSelect, Notice, Stack, SubmitButton, TextInput, useForm } from 'kit'
import { mutate } from 'kit/graphql'
import { useState } from 'react'
import type { Role } from '../generated/graphql.ts'
import { organizationTexts, roleNames } from '../organization-texts.ts'
import { inviteMutation } from './invitation-mutations.ts'

interface Props {
  organizationId: string
  viewerRoles: Role[]
  onInvited: () => void
}

export function InviteForm({ organizationId, viewerRoles, onInvited }: Props) {
  const { t } = useLingui()
  const [invited, setInvited] = useState<string>()
  const offered: Role[] = viewerRoles.includes('OWNER') ? ['MEMBER', 'ADMIN', 'OWNER'] : ['MEMBER', 'ADMIN']
  const form = useForm({
    initial: { email: '', role: 'MEMBER' },
    texts: organizationTexts,
    validate: ({ email }) => ({ email: !email.trim() && 'EMAIL_MISSING' }),
    fieldOf: {
      INVALID_EMAIL: 'email',
      USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: 'email',
      USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION: 'email',
      YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE: 'role',
    },
    submit: async ({ email, role }) => {
      setInvited(undefined)
      const roles = offered.filter((one) => one === role)
      const { data, error } = await mutate(inviteMutation, { input: { organizationId, email: email.trim(), roles } })
      const refusal = error ?? data.inviteMember.userErrors[0]
      if (refusal) return refusal
      form.reset()
      setInvited(email.trim())
      onInvited()
      return null
    },
  })
  return (
    <Form form={form}>
      <Notice>{invited && t`The invitation to ${invited} is on its way.`}</Notice>
      <div className="kit-line">
        <TextInput
          {...form.field('email')}
          label={t`E-mail`}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <NativeSelect
          {...form.field('role')}
          label={t`Role`}
          data={offered.map((role) => ({ value: role, label: t(roleNames[role]) }))}
        />
      </div>
      <Stack align="start">
        <SubmitButton>
          <Trans>Invite</Trans>
        </SubmitButton>
      </Stack>
    </Form>
  )
}
