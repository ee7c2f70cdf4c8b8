import { useLingui } from '@lingui/react/macro'
import { authClient, request, useRequest } from 'kit'
import type { MenuItem } from 'kit/parts'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import type { Permission } from '../generated/graphql.ts'
import { RowMenu } from '../row-menu.tsx'

interface TeamMenuProps {
  name: string
  permissions: readonly Permission[]
  reasonToStay: string | undefined
  onAsk: (asked: 'rename' | 'remove') => void
}

/** Offers the changes of a team that the viewer may make. */
export function TeamMenu({ name, permissions, reasonToStay, onAsk }: TeamMenuProps) {
  const { t } = useLingui()
  const items: MenuItem[] = []
  if (permissions.includes('TEAM_UPDATE'))
    items.push({ text: t`Rename…`, icon: <Pencil size={16} />, onSelect: () => onAsk('rename') })
  if (permissions.includes('TEAM_DELETE'))
    items.push({
      text: t`Remove…`,
      icon: <Trash size={16} />,
      description: reasonToStay,
      isDanger: true,
      isDisabled: reasonToStay !== undefined,
      onSelect: () => onAsk('remove'),
    })
  return <RowMenu name={name} items={items} />
}

/** Returns a function with the reason why a team cannot be removed. */
export function useReasonToStay(teams: readonly unknown[], ownTeamId: string | undefined) {
  const { t } = useLingui()
  const isOnlyOne = teams.length === 1
  const [rules] = useRequest(isOnlyOne ? 'team rules' : null, () => request(() => authClient.GET('/team-rules')))
  return (id: string) => {
    if (isOnlyOne && !rules?.data?.removeLastAllowed) return t`An organization needs at least one team.`
    if (id === ownTeamId) return t`Move to another team before you remove this one.`
    return undefined
  }
}
