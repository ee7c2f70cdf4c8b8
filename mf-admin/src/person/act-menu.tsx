import { useLingui } from '@lingui/react/macro'
import { Menu } from 'kit/parts'
import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ActName } from './acts.ts'
import type { Person } from './use-person.ts'

interface Props {
  person: Person
  onAsk: (act: ActName) => void
}

export function ActMenu({ person: { user, isOperator }, onAsk }: Props) {
  const { t } = useLingui()
  const isAdministrator = user.role === 'admin'
  const isProtected = isAdministrator || isOperator
  const item = (act: ActName, text: string, more: object = {}) => ({ text, onSelect: () => onAsk(act), ...more })
  // The calls refuse it as well.
  const unlessProtected = isProtected && {
    isDisabled: true,
    description: isAdministrator ? t`Not for administrators` : t`Not for operators`,
  }
  return (
    <Menu
      label={t`Actions`}
      purpose={t`For this person:`}
      rightSection={<ChevronDown size={16} aria-hidden />}
      items={[
        item('sessions', t`Sign out everywhere…`),
        item('password', t`Set password…`, { ...unlessProtected }),
        isAdministrator ? item('demote', t`Remove administrator rights…`) : item('promote', t`Make administrator…`),
        user.banned
          ? item('unban', t`Lift ban…`, { startsGroup: true })
          : item('ban', t`Ban…`, { startsGroup: true, isDanger: true, ...unlessProtected }),
        item('remove', t`Delete account…`, { isDanger: true, ...unlessProtected }),
      ]}
    />
  )
}
