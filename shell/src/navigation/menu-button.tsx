import { Trans, useLingui } from '@lingui/react/macro'
import { useTimeout } from '@mantine/hooks'
import { Popover, VisuallyHidden } from 'kit'
import Menu from 'lucide-react/icons/menu'
import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react'
import { ItemGroups } from './item-groups.tsx'
import type { Item } from './items.ts'

const MIN_ITEMS_FOR_COLUMNS = 12

interface Props {
  items: Item[]
  current: Item | undefined
  label: ReactNode
  children?: ReactNode
}

/** The label if no link stands beside it. */
export const MenuIcon = () => (
  <>
    <VisuallyHidden>
      <Trans>Menu</Trans>
    </VisuallyHidden>
    <Menu size={20} />
  </>
)

const RENDER_DELAY_MS = 1000

/** Renders its links in advance, so that the menu opens at once. */
export function MenuButton({ items, current, label, children }: Props) {
  const { t } = useLingui()
  const page = items.find((item) => item === current)?.label
  const [isWanted, setWanted] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const menu = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isOpen) menu.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  const want = () => setWanted(true)
  // A transition, because rendering a hundred links at once would block a slow device.
  useTimeout(() => startTransition(want), RENDER_DELAY_MS, { autoInvoke: true })
  const toggle = (open: boolean) => {
    setOpen(open)
    if (open) want()
  }
  return (
    <span className="kit-contents" onPointerEnter={want} onFocus={want}>
      <Popover
        label={label}
        purpose={page === undefined ? '' : t`Current page: ${page}.`}
        variant="subtle"
        color="gray"
        size="sm"
        onToggle={toggle}
      >
        {isWanted && (
          <div ref={menu} className="shell-menu" data-wide={items.length >= MIN_ITEMS_FOR_COLUMNS || undefined}>
            {isOpen && children && <div className="shell-menu-parts">{children}</div>}
            <ItemGroups items={items} current={current} />
          </div>
        )}
      </Popover>
    </span>
  )
}
