import { Trans, useLingui } from '@lingui/react/macro'
import { Form, NativeSelect, SubmitButton, TextInput, useForm, useStepUp } from 'kit'
import { mutate } from 'kit/graphql'
import { useState, type ClipboardEvent } from 'react'
import type { Role } from '../generated/graphql.ts'
import { invitationTexts, roleNames } from '../organization-texts.ts'
import { TeamSelect } from '../teams/team-select.tsx'
import { sequentially, type Outcome, noEmailSent } from './sequentially.ts'
import { inviteMutation } from './invitation-mutations.ts'
import { InviteOutcome } from './invite-outcome.tsx'
import { parseEmails } from './parse-emails.ts'
import { UnverifiedSender } from './unverified-sender.tsx'

interface Props {
  organizationId: string
  viewerRoles: Role[]
  onInvited: () => void
}

/** After a bulk invite, the field keeps the emails that were refused or not attempted. */
export function InviteForm({ organizationId, viewerRoles, onInvited }: Props) {
  const { t } = useLingui()
  const [outcome, setOutcome] = useState<Outcome<string>>()
  const { freshly, stepUp } = useStepUp()
  const offered: Role[] = viewerRoles.includes('OWNER') ? ['MEMBER', 'ADMIN', 'OWNER'] : ['MEMBER', 'ADMIN']
  const form = useForm({
    initial: { email: '', role: 'MEMBER', team: '' },
    texts: invitationTexts,
    validate: ({ email }) => ({ email: parseEmails(email).length === 0 && 'EMAIL_MISSING' }),
    fieldOf: {
      VALIDATION_ERROR: 'email',
      USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: 'email',
      USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION: 'email',
      YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE: 'role',
      TEAM_NOT_FOUND: 'team',
    },
    submit: async ({ email, role, team }) => {
      setOutcome(undefined)
      const addresses = parseEmails(email)
      const roles = offered.filter((offer) => offer === role)
      const to = { organizationId, roles, teamId: team || null }
      const invite = (address: string) => mutate(inviteMutation, { input: { ...to, email: address } })
      const invited = await sequentially(addresses, invite, { freshly })
      const { done, rest, stop } = invited
      const refused = invited.refused.filter(({ refusal }) => refusal.code !== noEmailSent)
      if (addresses.length === 1 && refused[0]) return refused[0].refusal
      form.set('email', [...refused.map(({ item }) => item), ...rest].join(' '))
      setOutcome(invited)
      if (done.length > 0 || refused.length < invited.refused.length) onInvited()
      return stop
    },
  })
  // A single-line input would join the lines of a pasted list.
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (!/[\r\n]/.test(text)) return
    event.preventDefault()
    form.set('email', parseEmails(`${form.values.email} ${text}`).join(' '))
  }
  return (
    <>
      <Form form={form}>
        <UnverifiedSender />
        <InviteOutcome outcome={outcome} />
        <div className="kit-line">
          <TextInput
            {...form.field('email')}
            label={t`E-mail`}
            description={t`One address or several, with spaces or commas between them.`}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onPaste={paste}
          />
          <NativeSelect
            {...form.field('role')}
            label={t`Role`}
            data={offered.map((role) => ({ value: role, label: t(roleNames[role]) }))}
          />
          <TeamSelect organizationId={organizationId} {...form.field('team')} />
        </div>
        <SubmitButton w="fit-content">
          <Trans>Invite</Trans>
        </SubmitButton>
      </Form>
      {stepUp}
    </>
  )
}
