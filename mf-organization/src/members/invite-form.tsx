import { Plural, Trans, useLingui } from '@lingui/react/macro'
import {
  Alert,
  DialogActions,
  Form,
  NativeSelect,
  SubmitButton,
  Text,
  TextLink,
  useCredentialRules,
  useForm,
  useFormat,
  useLocation,
  useSession,
  useStepUp,
} from 'kit'
import { mutate } from 'kit/graphql'
import { type ReactNode, useState } from 'react'
import { invitationTexts } from '../organization-texts.ts'
import { TeamChoices } from './team-choices.tsx'
import { EmailsField } from './emails-field.tsx'
import { inviteMutation } from './invitation-mutations.ts'
import { InviteOutcome, Sent } from './invite-outcome.tsx'
import { isComplete, parseEmails } from './parse-emails.ts'
import { givableOf, useRoleChoices } from './member-roles.ts'
import type { Organization } from './member.ts'
import { sequentially, type Outcome, noEmailSent } from './sequentially.ts'
import { useFirstFocus } from '../use-first-focus.ts'
import { useTeams } from './use-teams.ts'

interface Props {
  organization: Organization
  /** Chosen already, or empty. */
  team: string
  /** Called if at least one invitation is open; some may not have been emailed. */
  onInvited: () => void
  onClose: (message?: ReactNode) => void
}

/** Closes if all are invited. Otherwise the field keeps the emails that are incomplete or not attempted. */
export function InviteForm({ organization, team: presetTeam, onInvited, onClose }: Props) {
  const { t } = useLingui()
  const [outcome, setOutcome] = useState<Outcome<string>>()
  const { freshly, stepUp } = useStepUp()
  const { id: organizationId } = organization
  const offered = givableOf(useRoleChoices(organization))
  const choices = useTeams(organizationId)
  useFirstFocus()
  const form = useForm({
    initial: { email: '', role: 'member', team: presetTeam },
    texts: invitationTexts,
    validate: ({ email }) => ({
      email: !parseEmails(email).some(isComplete) && (email ? 'VALIDATION_ERROR' : 'EMAIL_MISSING'),
    }),
    fieldOf: {
      VALIDATION_ERROR: 'email',
      USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: 'email',
      USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION: 'email',
      YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE: 'role',
      ROLE_NOT_FOUND: 'role',
      TEAM_NOT_FOUND: 'team',
    },
    submit: async ({ email, role, team }) => {
      setOutcome(undefined)
      const all = parseEmails(email)
      const to = { organizationId, roles: [], assignedRoles: [role], teamIds: choices.chosenIn(team) }
      const invite = (address: string) => mutate(inviteMutation, { input: { ...to, email: address } })
      const invited = await sequentially(all.filter(isComplete), invite, { freshly })
      const { done, rest, stop } = invited
      const refused = invited.refused.filter(({ refusal }) => refusal.code !== noEmailSent)
      if (refused.length > 0) choices.reload()
      if (all.length === 1 && refused[0]) return refused[0].refusal
      form.set('email', [...all.filter((one) => !isComplete(one)), ...rest].join(' '))
      setOutcome(invited)
      if (done.length > 0 || refused.length < invited.refused.length) onInvited()
      if (done.length === all.length) onClose(<Sent emails={done} />)
      return stop
    },
  })
  const { error, required } = form.field('email')
  const emails = parseEmails(form.values.email)
  const count = emails.filter(isComplete).length
  return (
    <>
      <Form form={form}>
        <Lifetime />
        <InviteOutcome outcome={outcome} />
        <EmailsField
          {...{ required, emails }}
          error={form.fieldErrors.email === 'VALIDATION_ERROR' ? undefined : error}
          onChange={(all) => form.set('email', all.join(' '))}
        />
        <div className="invite-choices">
          <NativeSelect
            {...form.field('role')}
            label={t`Role`}
            description={offered.find((one) => one.role === form.values.role)?.description}
            data={offered.map((one) => ({ value: one.role, label: one.name }))}
          />
          <TeamChoices {...form.field('team')} teams={choices.teams} onChange={(team) => form.set('team', team)} />
        </div>
        <UnverifiedSender />
        <DialogActions
          onCancel={onClose}
          cancel={outcome && t`Close`}
          hint={
            <Text size="sm" c="dimmed" aria-live="polite">
              {count > 1 && <Plural value={count} one="# person" other="# people" />}
            </Text>
          }
        >
          <SubmitButton>
            <Plural value={count} one="Send invitation" other="Send invitations" />
          </SubmitButton>
        </DialogActions>
      </Form>
      {stepUp}
    </>
  )
}

function Lifetime() {
  const format = useFormat()
  const { invitationExpiresIn } = useCredentialRules()
  const time = invitationExpiresIn && format.duration(invitationExpiresIn)
  return (
    time && (
      <Text c="dimmed" className="invite-lifetime">
        <Trans>They get a link that works for {time}.</Trans>
      </Text>
    )
  )
}

function UnverifiedSender() {
  const session = useSession()
  const { pathname } = useLocation()
  if (session.status !== 'signed-in' || session.user.emailVerified) return null
  return (
    <Alert color="yellow" role="none">
      <Trans>
        Your email isn’t verified, so people see “unverified email” beside your name.{' '}
        <TextLink inherit to={`/verify-email?redirectTo=${encodeURIComponent(pathname)}`}>
          Verify it first
        </TextLink>
      </Trans>
    </Alert>
  )
}
