import { useLingui } from '@lingui/react/macro'
import { Badge, Failure, type FormError, Text, useFormat } from 'kit'
import Clock from 'lucide-react/icons/clock'
import Link from 'lucide-react/icons/link'
import Mail from 'lucide-react/icons/mail'
import Send from 'lucide-react/icons/send'
import X from 'lucide-react/icons/x'
import { memo } from 'react'
import { invitationTexts } from '../organization-texts.ts'
import { RowMenu } from '../row-menu.tsx'
import { namesOf, type RoleChoice } from './member-roles.ts'
import type { OpenInvitation } from './member.ts'
import { RowCheckbox } from './row-checkbox.tsx'
import { TeamNames } from './team-names.tsx'

interface Props extends ShownProps {
  isSelected: boolean
  /** Why the last action was refused. */
  refusal: FormError | undefined
  onSelect: (id: string, isOn: boolean, withShift: boolean) => void
}

interface ShownProps {
  invitation: OpenInvitation
  choices: readonly RoleChoice[]
  mayInvite: boolean
  mayCancel: boolean
  onResend: (invitation: OpenInvitation) => Promise<void>
  onCopy: (invitation: OpenInvitation) => Promise<void>
  onCancel: (invitation: OpenInvitation) => void
}

/** Memoized: one key selects up to a hundred rows, and then only their checkboxes render. */
export const InvitationRow = memo(function InvitationRow({ isSelected, refusal, onSelect, ...props }: Props) {
  const { invitation, mayInvite, mayCancel } = props
  const { id, email } = invitation
  return (
    <li>
      {(mayInvite || mayCancel) && <RowCheckbox id={id} name={email} isSelected={isSelected} onSelect={onSelect} />}
      <Shown {...props} />
      <Failure error={refusal ?? null} texts={invitationTexts} />
    </li>
  )
})

const Shown = memo(function Shown({
  invitation,
  choices,
  mayInvite,
  mayCancel,
  onResend,
  onCopy,
  onCancel,
}: ShownProps) {
  const { t } = useLingui()
  const format = useFormat()
  const { email, assignedRoles, teams, expiresAt, isExpired } = invitation
  const end = format.relativeTime(expiresAt)
  const Icon = isExpired ? Clock : Mail
  const send = { text: t`Send again`, icon: <Send size={16} />, onSelect: () => void onResend(invitation) }
  const copy = { text: t`Copy link`, icon: <Link size={16} />, onSelect: () => void onCopy(invitation) }
  const cancel = {
    text: t`Cancel invitation…`,
    icon: <X size={16} />,
    isDanger: true,
    startsGroup: mayInvite,
    onSelect: () => onCancel(invitation),
  }
  const items = [
    ...(mayInvite ? [send] : []),
    ...(mayInvite && !isExpired ? [copy] : []),
    ...(mayCancel ? [cancel] : []),
  ]
  return (
    <>
      <span className="kit-glyph">
        <Icon size={16} aria-hidden />
      </span>
      <div className="kit-row-main">
        <span className="kit-name" title={email}>
          {email}
        </span>
        <Text span size="sm" c="dimmed" className="kit-meta">
          <span className="whole-fact">{format.list(namesOf(choices, assignedRoles))}</span>
          <TeamNames teams={teams} />
          {!isExpired && (
            <time className="whole-fact" dateTime={expiresAt} title={format.dateTime(expiresAt)}>
              {t`Expires ${end}`}
            </time>
          )}
        </Text>
      </div>
      {isExpired && <Badge color="yellow" title={format.dateTime(expiresAt)}>{t`Expired`}</Badge>}
      <RowMenu name={email} items={items} />
    </>
  )
})
