import { useLingui } from '@lingui/react/macro'
import { Menu, type MenuItem } from 'kit/parts'
import Ellipsis from 'lucide-react/icons/ellipsis'

/** The actions at the end of a row. `name` tells apart the menus of a list. */
export function RowMenu({ name, items }: { name: string; items: MenuItem[] }) {
  const { t } = useLingui()
  if (items.length === 0) return null
  return (
    <Menu variant="subtle" size="xs" label={<Ellipsis size={16} />} purpose={t`Actions for ${name}`} items={items} />
  )
}
