import { type ReactNode, useId } from 'react'
import { ItemLink } from './item-link.tsx'
import { groupItems, type Item } from './items.ts'

interface Props {
  items: Item[]
  current: Item | undefined
}

export function ItemGroups({ items, current }: Props) {
  return groupItems(items).map(({ heading, items: members }) => (
    <Headed key={heading} heading={heading}>
      {members.map((item) => (
        <li key={item.to}>
          <ItemLink item={item} isCurrent={item === current} className="shell-menu-link" />
        </li>
      ))}
    </Headed>
  ))
}

function Headed({ heading, children }: { heading: string | null; children: ReactNode }) {
  const id = useId()
  return (
    <>
      {heading !== null && (
        <p id={id} className="shell-group">
          {heading}
        </p>
      )}
      <ul className="shell-menu-list" aria-labelledby={heading === null ? undefined : id}>
        {children}
      </ul>
    </>
  )
}
