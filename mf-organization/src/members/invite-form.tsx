import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Form, Group, NativeSelect, SubmitButton, Text, useForm, useStepUp } from 'kit'
import { mutate } from 'kit/graphql'
import { type ReactNode, useState } from 'react'
import type { Role } from '../generated/graphql.ts'
import { invitationTexts, roleDescriptions, roleNames } from '../organization-texts.ts'
import { TeamSelect } from '../teams/team-select.tsx'
import { EmailsField } from './emails-field.tsx'
import { inviteMutation } from './invitation-mutations.ts'
import { InviteOutcome, Sent } from './invite-outcome.tsx'
import { parseEmails } from './parse-emails.ts'
import { sequentially, type Outcome, noEmailSent } from './sequentially.ts'
import { useFirstFocus } from '../use-first-focus.ts'
import { UnverifiedSender } from './unverified-sender.tsx'

interface Props {
  organizationId: string
  viewerRoles: Role[]
  /** Called if at least one invitation is open; some may not have been emailed. */
  onInvited: () => void
  onClose: (message?: ReactNode) => void
}

/** Closes if all are invited. Otherwise the field keeps the emails that were refused or not attempted. */
export function InviteForm({ organizationId, viewerRoles, onInvited, onClose }: Props) {
  const { t } = useLingui()
  const [outcome, setOutcome] = useState<Outcome<string>>()
  const { freshly, stepUp } = useStepUp()
  const offered: Role[] = viewerRoles.includes('OWNER') ? ['MEMBER', 'ADMIN', 'OWNER'] : ['MEMBER', 'ADMIN']
  useFirstFocus()
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
      if (done.length === addresses.length) onClose(<Sent emails={done} />)
      return stop
    },
  })
  const { error, required } = form.field('email')
  const emails = parseEmails(form.values.email)
  const role = offered.find((one) => one === form.values.role) ?? 'MEMBER'
  return (
    <>
      <Form form={form}>
        <InviteOutcome outcome={outcome} />
        <EmailsField
          {...{ error, required, emails }}
          refused={outcome?.refused.map(({ item }) => item) ?? []}
          onChange={(all) => form.set('email', all.join(' '))}
        />
        <Group grow align="flex-start">
          <NativeSelect
            {...form.field('role')}
            label={t`Role`}
            description={t(roleDescriptions[role])}
            data={offered.map((one) => ({ value: one, label: t(roleNames[one]) }))}
          />
          <TeamSelect organizationId={organizationId} {...form.field('team')} />
        </Group>
        <UnverifiedSender />
        <Group gap="xs" justify="flex-end">
          <Text size="sm" c="dimmed" aria-live="polite">
            {emails.length > 1 && <Plural value={emails.length} one="# person" other="# people" />}
          </Text>
          <Button variant="default" onClick={() => onClose()}>
            {outcome ? <Trans>Close</Trans> : <Trans>Cancel</Trans>}
          </Button>
          <SubmitButton>
            <Plural value={emails.length} one="Send invitation" other="Send invitations" />
          </SubmitButton>
        </Group>
      </Form>
      {stepUp}
    </>
  )
}
