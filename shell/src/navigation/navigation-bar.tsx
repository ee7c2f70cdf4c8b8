import { Trans } from '@lingui/react/macro'
import { useLocation } from 'kit'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { fitItems, type Widths } from './fit-links.ts'
import { ItemLink } from './item-link.tsx'
import { type Item, findCurrentItem } from './items.ts'
import { MenuButton, MenuIcon } from './menu-button.tsx'
import { useInnerWidth } from './use-inner-width.ts'

/** More links than fit into any window; the rest is never measured. */
const MAX_CANDIDATES = 24

export function NavigationBar({ items }: { items: Item[] }) {
  const { pathname } = useLocation()
  const row = useRef<HTMLDivElement>(null)
  const room = useInnerWidth(row)
  const current = findCurrentItem(items, pathname)
  const first = items.slice(0, MAX_CANDIDATES)
  const candidates = current && !first.includes(current) ? [...first, current] : first
  const widths = useWidths(row, candidates.map(({ label }) => label).join('\n'))
  const currentIndex = current ? candidates.indexOf(current) : -1
  const hasMore = items.length > candidates.length
  const fitting = widths && room !== null && fitItems(room, { ...widths, current: currentIndex, hasMore })
  const shown = fitting ? fitting.flatMap((index) => candidates[index] ?? []) : candidates
  const others = items.filter((item) => !shown.includes(item))
  return (
    <div ref={row} className="shell-navigation-row">
      {shown.map((item) => (
        <ItemLink key={item.to} item={item} isCurrent={item === current} className="shell-navigation-link" />
      ))}
      {(others.length > 0 || !widths) && (
        <MenuButton items={others} current={current} label={shown.length > 0 ? <Trans>More</Trans> : <MenuIcon />} />
      )}
    </div>
  )
}

function useWidths(row: RefObject<HTMLElement | null>, texts: string): Widths | null {
  const [measured, setMeasured] = useState<Widths & { texts: string }>()
  const widths = measured?.texts === texts ? measured : null
  useLayoutEffect(() => {
    if (!row.current || widths) return
    const own = [...row.current.querySelectorAll<HTMLElement>(':scope > a')].map(({ offsetWidth }) => offsetWidth)
    const more = row.current.querySelector<HTMLElement>('button')?.offsetWidth ?? 0
    // oxlint-disable-next-line react/set-state-in-effect -- widths are known only after rendering
    setMeasured({ texts, widths: own, more, gap: Number.parseFloat(getComputedStyle(row.current).columnGap) || 0 })
  }, [row, texts, widths])
  return widths
}
