import { type ReactNode, useId } from 'react'
import { ItemLink } from './item-link.tsx'
import { groupItems, type Item } from './items.ts'

interface Props {
  items: Item[]
  current: Item | undefined
  className: string
  linkClassName: string
}

export function ItemGroups({ items, current, className, linkClassName }: Props) {
  return groupItems(items).map(({ heading, items: members }) => (
    <Headed key={heading} heading={heading} className={className}>
      {members.map((item) => (
        <li key={item.to}>
          <ItemLink item={item} isCurrent={item === current} className={linkClassName} />
        </li>
      ))}
    </Headed>
  ))
}

function Headed({ heading, className, children }: { heading: string | null; className: string; children: ReactNode }) {
  const id = useId()
  return (
    <>
      {heading !== null && (
        <p id={id} className="shell-group">
          {heading}
        </p>
      )}
      <ul className={className} aria-labelledby={heading === null ? undefined : id}>
        {children}
      </ul>
    </>
  )
}
