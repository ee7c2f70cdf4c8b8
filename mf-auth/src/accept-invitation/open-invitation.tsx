import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  authClient,
  type ErrorTexts,
  Form,
  type RefusalOf,
  request,
  sessionChanged,
  Stack,
  SubmitButton,
  Text,
  useForm,
  useFormat,
  useLocation,
  useNavigate,
} from 'kit'
import { mailedToken } from '../mailed-token.ts'

interface Invitation {
  id: string
  organizationName: string
  organizationSlug: string
  /** Empty when it is not proved. */
  inviterEmail: string
  expiresAt: string
}

const notOpen = msg`This invitation is not open any more. Ask the person who invited you for a new one.`
const unproven = msg`Verify your e-mail address first, then open the invitation again.`

const texts: ErrorTexts<RefusalOf<'/organization/accept-invitation' | '/organization/reject-invitation'>> = {
  INVITATION_NOT_FOUND: notOpen,
  INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION: notOpen,
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION: msg`This invitation is for another address.`,
  ORGANIZATION_MEMBERSHIP_LIMIT_REACHED: msg`This organization is full. Ask the person who invited you to make room.`,
  EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION: unproven,
}

/** The invitation as the invited person sees it, with the two answers to it. */
export function OpenInvitation({ invitation }: { invitation: Invitation }) {
  const { t } = useLingui()
  const format = useFormat()
  const navigate = useNavigate()
  const { id: invitationId, organizationName, organizationSlug, inviterEmail } = invitation
  const token = mailedToken(useLocation().pathname)

  const accept = useForm({
    initial: {},
    texts,
    submit: async () => {
      const body = { invitationId, ...(token && { token }) }
      const { error } = await request(() => authClient.POST('/organization/accept-invitation', { body }))
      if (error) return error
      await sessionChanged()
      await navigate(`/organizations/${encodeURIComponent(organizationSlug)}`, { replace: true })
      return null
    },
  })
  const reject = useForm({
    initial: {},
    texts,
    submit: async () => {
      const { error } = await request(() =>
        authClient.POST('/organization/reject-invitation', { body: { invitationId } }),
      )
      if (!error) await navigate('/', { replace: true })
      return error
    },
  })

  const expiry = format.relativeTime(invitation.expiresAt)
  return (
    <Stack>
      <Text>
        {inviterEmail ? (
          <Trans>
            <strong>{inviterEmail}</strong> invites you to join <strong>{organizationName}</strong>.
          </Trans>
        ) : (
          <Trans>
            Somebody who has not confirmed their e-mail address invites you to join <strong>{organizationName}</strong>.
          </Trans>
        )}
      </Text>
      <Text c="dimmed" size="sm">
        <Trans>The invitation ends {expiry}.</Trans>
      </Text>
      <Form form={accept}>
        <SubmitButton>{t`Join ${organizationName}`}</SubmitButton>
      </Form>
      <Form form={reject}>
        <SubmitButton variant="default">{t`Decline`}</SubmitButton>
      </Form>
    </Stack>
  )
}
