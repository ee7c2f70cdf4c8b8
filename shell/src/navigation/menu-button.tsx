import { Popover } from 'kit'
import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react'
import { ItemGroups } from './item-groups.tsx'
import type { Item } from './items.ts'

/** From so many entries on they stand in columns, where there is room. */
const COLUMNS_FROM = 12

interface Props {
  items: Item[]
  present: Item | undefined
  label: ReactNode
  purpose: string
  /** Stands before the links; there only while the menu is open. */
  children?: ReactNode
}

/** After this the page is probably there, and has time for what is not seen yet. */
const LATER_MS = 1000

/** A button with the links that are not in the header. They are made a while after it, or when somebody reaches for it. */
export function MenuButton({ items, present, label, purpose, children }: Props) {
  const [isWanted, setWanted] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const menu = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isOpen) menu.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  const want = () => setWanted(true)
  useEffect(() => {
    // A hundred links at once would keep a slow device from answering.
    const timer = setTimeout(() => startTransition(() => setWanted(true)), LATER_MS)
    return () => clearTimeout(timer)
  }, [])
  const toggle = (open: boolean) => {
    setOpen(open)
    if (open) want()
  }
  return (
    <span className="kit-contents" onPointerEnter={want} onFocus={want}>
      <Popover label={label} purpose={purpose} variant="subtle" color="gray" size="sm" px="sm" onToggle={toggle}>
        {isWanted && (
          <div ref={menu} className="shell-menu" data-wide={items.length >= COLUMNS_FROM || undefined}>
            {isOpen && children && <div className="shell-menu-parts">{children}</div>}
            <ItemGroups items={items} present={present} className="shell-menu-list" linkClassName="shell-menu-link" />
          </div>
        )}
      </Popover>
    </span>
  )
}
