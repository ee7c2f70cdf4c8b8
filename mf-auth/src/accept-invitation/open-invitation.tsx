import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  authClient,
  Button,
  Dialog,
  DialogActions,
  type ErrorTexts,
  Form,
  type RefusalOf,
  request,
  refreshSession,
  Stack,
  SubmitButton,
  emitEvent,
  Text,
  useForm,
  useLocation,
  useNavigate,
} from 'kit'
import { useState } from 'react'
import { useEmailedToken } from '../emailed-token.ts'
import { ResendButton } from '../resend-button.tsx'
import { sendVerification, proofOf } from '../verify-email/send-verification.ts'
import { ClosedInvitation } from './closed-invitation.tsx'
import { InvitationPage } from './invitation-page.tsx'
import { type Invitation, InvitationSummary } from './invitation-summary.tsx'

const notOpen = msg`This invitation is no longer valid. Ask the person who invited you for a new one.`
const unproved = 'EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION'

const texts: ErrorTexts<RefusalOf<'/organization/accept-invitation' | '/organization/reject-invitation'>> = {
  INVITATION_NOT_FOUND: notOpen,
  INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION: notOpen,
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION: msg`This invitation was sent to another email.`,
  ORGANIZATION_MEMBERSHIP_LIMIT_REACHED: msg`This organization is full. Ask the person who invited you to make room.`,
  [unproved]: msg`Verify your email before you answer.`,
}

interface Props {
  invitation: Invitation
  invitationId: string
  onRefused: () => void
}

export function OpenInvitation({ invitation, invitationId, onRefused }: Props) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [isDeclining, setDeclining] = useState(false)
  const [isDeclined, setDeclined] = useState(false)
  const [isUnproved, setUnproved] = useState(false)
  const { pathname } = useLocation()
  const { email, organizationName, organizationSlug } = invitation
  const token = useEmailedToken()

  const body = { invitationId, ...(token && { token }) }
  const refused = <T extends { code: string }>(error: T): T => {
    if (error.code === unproved) {
      setUnproved(true)
      setDeclining(false)
    } else if (error.code in texts) onRefused()
    return error
  }
  const accept = useForm({
    initial: {},
    texts,
    submit: async () => {
      const { data, error } = await request(() => authClient.POST('/organization/accept-invitation', { body }))
      if (error) return refused(error)
      await refreshSession()
      const { organizationId, userId } = data.member
      emitEvent('member-joined', { organizationId, userId })
      const page = `/organizations/${encodeURIComponent(organizationSlug)}`
      await navigate(page, { replace: true, state: { joined: true } })
      return null
    },
  })
  const reject = useForm({
    initial: {},
    texts,
    submit: async () => {
      const { error } = await request(() => authClient.POST('/organization/reject-invitation', { body }))
      if (error) return refused(error)
      setDeclined(true)
      return null
    },
  })

  if (isDeclined) return <ClosedInvitation invitation={invitation} status="rejected" />
  return (
    <InvitationPage organizationName={organizationName}>
      <InvitationSummary invitation={invitation} />
      <Form form={accept}>
        <SubmitButton>{t`Join ${organizationName}`}</SubmitButton>
      </Form>
      {isUnproved && (
        <Stack>
          <Text aria-live="polite">
            <Trans>
              We’ll send an email to <strong>{email}</strong>. Open its link in this browser to come back to this
              invitation.
            </Trans>
          </Text>
          <ResendButton subject={proofOf(email)} send={() => sendVerification(email, pathname)} isFirst />
        </Stack>
      )}
      <Button variant="default" onClick={() => setDeclining(true)}>{t`Decline`}</Button>
      <Dialog opened={isDeclining} title={t`Decline invitation?`} onClose={() => setDeclining(false)}>
        <Text>{t`To join ${organizationName} later, you need a new invitation.`}</Text>
        <Form form={reject}>
          <DialogActions onCancel={() => setDeclining(false)}>
            <SubmitButton color="red">{t`Decline`}</SubmitButton>
          </DialogActions>
        </Form>
      </Dialog>
    </InvitationPage>
  )
}
