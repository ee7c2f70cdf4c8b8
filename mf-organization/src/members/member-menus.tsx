import { useLingui } from '@lingui/react/macro'
import { useFormat } from 'kit'
import { Menu } from 'kit/parts'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Shield from 'lucide-react/icons/shield'
import UserMinus from 'lucide-react/icons/user-minus'
import Users from 'lucide-react/icons/users-round'
import { RowMenu } from '../row-menu.tsx'
import { mainRoleOf, namesOf, type RoleChoice, useChoicesFor } from './member-roles.ts'
import { type Member, nameOf } from './member.ts'

export interface MemberMenuProps {
  member: Member
  choices: readonly RoleChoice[]
  isLastOwner: boolean
  mayChange: boolean
  mayRemove: boolean
  onChoose: (member: Member, role: string) => void
  onAsk: (what: 'role' | 'team' | 'remove', id: string) => void
}

export function RoleMenu({ member, choices, isLastOwner, mayChange, onChoose }: MemberMenuProps) {
  const { t } = useLingui()
  const format = useFormat()
  const ownChoices = useChoicesFor(choices, isLastOwner)
  const roleList = format.list(namesOf(choices, member.assignedRoles))
  const name = nameOf(member.user)
  if (!mayChange) return roleList
  return (
    <Menu
      variant="subtle"
      size="xs"
      label={roleList}
      purpose={t`Role of ${name}:`}
      rightSection={<ChevronDown size={14} />}
      items={ownChoices.map(({ role, name: text, ...choice }) => ({
        ...choice,
        text,
        isChecked: role === mainRoleOf(member),
        onSelect: () => onChoose(member, role),
      }))}
    />
  )
}

export function MemberMenu({ member: { id, user }, mayChange, mayRemove, onAsk }: MemberMenuProps) {
  const { t } = useLingui()
  const changes = [
    { text: t`Change role…`, icon: <Shield size={16} />, onSelect: () => onAsk('role', id) },
    { text: t`Change teams…`, icon: <Users size={16} />, onSelect: () => onAsk('team', id) },
  ]
  const removal = {
    text: t`Remove from organization…`,
    icon: <UserMinus size={16} />,
    isDanger: true,
    startsGroup: mayChange,
    onSelect: () => onAsk('remove', id),
  }
  return <RowMenu name={nameOf(user)} items={[...(mayChange ? changes : []), ...(mayRemove ? [removal] : [])]} />
}
