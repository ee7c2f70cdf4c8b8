import { useLingui } from '@lingui/react/macro'
import { Menu, type MenuItem } from 'kit/parts'
import Ellipsis from 'lucide-react/icons/ellipsis'
import './row-menu.css'

/** The actions at the end of a row. `name` tells apart the menus of a list. */
export function RowMenu({ name, items }: { name: string; items: MenuItem[] }) {
  const { t } = useLingui()
  return (
    <span className="row-menu">
      {items.length > 0 && (
        <Menu
          variant="subtle"
          size="xs"
          label={<Ellipsis size={16} />}
          purpose={t`Actions for ${name}`}
          items={items}
        />
      )}
    </span>
  )
}
