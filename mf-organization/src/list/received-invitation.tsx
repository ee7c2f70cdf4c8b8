import { useLingui } from '@lingui/react/macro'
import {
  ActionButton,
  authClient,
  Avatar,
  Button,
  type CallError,
  Dialog,
  emitEvent,
  Group,
  refreshSession,
  request,
  Text,
  useFormat,
  useNavigate,
} from 'kit'
import { useState } from 'react'
import { organizationPath } from '../organization-path.ts'
import { Question } from '../question.tsx'

export const listInvitations = () => request(() => authClient.GET('/organization/list-user-invitations'))

interface Props {
  invitation: NonNullable<Awaited<ReturnType<typeof listInvitations>>['data']>[number]
  role: string
  /** After a refusal or when it is declined. The row may be gone then. */
  onAnswer: (refusal: CallError | null) => void
}

export function ReceivedInvitation({ invitation, role, onAnswer }: Props) {
  const { t } = useLingui()
  const format = useFormat()
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  const { organizationId, organizationName: name, organizationSlug, inviterName } = invitation
  const end = format.relativeTime(invitation.expiresAt)
  const body = { invitationId: invitation.id }
  const close = () => setAsked(false)
  const join = async () => {
    const { data, error } = await request(() => authClient.POST('/organization/accept-invitation', { body }))
    if (error) return onAnswer(error)
    await refreshSession()
    emitEvent('member-joined', { organizationId, userId: data.member.userId })
    await navigate(organizationPath(organizationSlug), { state: { joined: true } })
  }
  const decline = async () => {
    const { error } = await request(() => authClient.POST('/organization/reject-invitation', { body }))
    close()
    onAnswer(error)
    return null
  }
  return (
    <li>
      <Avatar user={{ id: organizationId, name }} size={40} isSquare />
      <div className="kit-row-main">
        <Text className="kit-name">{name}</Text>
        <Text size="sm" c="dimmed" className="kit-meta">
          <span>{t`From ${inviterName}`}</span>
          <span title={invitation.inviterEmail}>{invitation.inviterEmail || t`email not verified`}</span>
          <span>{role}</span>
          <span title={format.dateTime(invitation.expiresAt)}>{t`Expires ${end}`}</span>
        </Text>
      </div>
      <Group gap="xs" className="kit-row-actions">
        <Button size="xs" variant="default" onClick={() => setAsked(true)} aria-label={t`Decline: ${name}`}>
          {t`Decline`}
        </Button>
        <ActionButton size="xs" onAct={join} aria-label={t`Join: ${name}`}>{t`Join`}</ActionButton>
      </Group>
      <Dialog opened={isAsked} title={t`Decline invitation?`} onClose={close}>
        <Question action={t`Decline`} onAct={decline} onClose={close}>
          {t`To join ${name} later, you need a new invitation.`}
        </Question>
      </Dialog>
    </li>
  )
}
