import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation } from 'kit'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { fitInto } from './fitting.ts'
import { ItemLink } from './item-link.tsx'
import { type Item, presentItem } from './items.ts'
import { MenuButton } from './menu-button.tsx'
import { useRoom } from './use-room.ts'

/** No window is so wide that more links fit into its header: what is behind them is not measured. */
const CANDIDATES = 24

/** As many links as fit into one line, the one to the present page among them; the others are behind a button. */
export function NavigationBar({ items }: { items: Item[] }) {
  const { t } = useLingui()
  const { pathname } = useLocation()
  const row = useRef<HTMLDivElement>(null)
  const room = useRoom(row)
  const present = presentItem(items, pathname)
  const first = items.slice(0, CANDIDATES)
  const candidates = present && !first.includes(present) ? [...first, present] : first
  const widths = useWidths(row, candidates.map(({ label }) => label).join('\n'))
  const shown =
    widths && room !== null
      ? fitInto(room, {
          widths: widths.links,
          more: widths.more,
          gap: widths.gap,
          present: present ? candidates.indexOf(present) : -1,
          hasMore: items.length > candidates.length,
        }).flatMap((index) => candidates[index] ?? [])
      : candidates
  const others = items.filter((item) => !shown.includes(item))
  const page = others.find((item) => item === present)?.label
  return (
    <div ref={row} className="shell-navigation-row">
      {shown.map((item) => (
        <ItemLink key={item.to} item={item} isPresent={item === present} className="shell-navigation-link" />
      ))}
      {(others.length > 0 || !widths) && (
        <MenuButton
          items={others}
          present={present}
          label={shown.length > 0 ? <Trans>More</Trans> : <Trans>Menu</Trans>}
          purpose={page === undefined ? '' : t`You are at ${page}.`}
        />
      )}
    </div>
  )
}

interface Widths {
  links: number[]
  more: number
  gap: number
}

/** Measures all links and the button, which are rendered for that, before any of it is seen; again when their texts are others. */
function useWidths(row: RefObject<HTMLElement | null>, texts: string): Widths | null {
  const [measured, setMeasured] = useState<Widths & { texts: string }>()
  const widths = measured?.texts === texts ? measured : null
  useLayoutEffect(() => {
    if (!row.current || widths) return
    const links = [...row.current.querySelectorAll<HTMLElement>(':scope > a')].map(({ offsetWidth }) => offsetWidth)
    const more = row.current.querySelector<HTMLElement>('button')?.offsetWidth ?? 0
    // oxlint-disable-next-line react/set-state-in-effect -- a width is known when it is there; what follows is drawn before it is seen
    setMeasured({ texts, links, more, gap: Number.parseFloat(getComputedStyle(row.current).columnGap) || 0 })
  }, [row, texts, widths])
  return widths
}
