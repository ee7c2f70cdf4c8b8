import { useLingui } from '@lingui/react/macro'
import { ItemGroups } from './item-groups.tsx'
import { useItems } from './use-items.ts'

/** The menu as the page where everybody starts has it. */
export function StartLinks() {
  const { t } = useLingui()
  const items = useItems()?.filter(({ inMenu }) => inMenu)
  return (
    <nav aria-label={t`Start`}>
      {items && (
        <ItemGroups
          items={items}
          present={undefined}
          className="shell-start"
          linkClassName="kit-panel shell-start-link"
        />
      )}
    </nav>
  )
}
