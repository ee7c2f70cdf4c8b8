import { Button, type ButtonProps, VisuallyHidden } from '@mantine/core'
import Check from 'lucide-react/icons/check'
import { Fragment, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { waitsForPaint } from '../next-paint.ts'
import { Link } from '../router/link.tsx'

export interface MenuItem {
  text: string
  description?: string | undefined
  icon?: ReactNode
  /** For one choice of several: draws a check, or room for it. */
  isChecked?: boolean
  isDanger?: boolean
  /** Remains focusable, so that the description can say why. */
  isDisabled?: boolean
  /** Draws a line above. */
  startsGroup?: boolean
  /** A page, instead of `onSelect`. */
  to?: string
  onSelect?: () => void
}

interface MenuProps extends ButtonProps {
  label: ReactNode
  /** Names the menu, and is read out before the label. */
  purpose: string
  items: readonly MenuItem[]
}

/** A button with a menu, as in the WAI-ARIA menu button pattern. The browser positions and closes it. */
export function Menu({ label, purpose, items, ...props }: MenuProps) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  // A page may have hundreds of menus.
  const [isDrawn, setIsDrawn] = useState(false)

  const rows = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
  /** The browser focuses the row that has `autofocus` when it opens the menu. */
  const draw = () => {
    flushSync(() => setIsDrawn(true))
    const first = rows().find((row) => row.ariaChecked === 'true') ?? rows()[0]
    first?.setAttribute('autofocus', '')
  }
  const select = ({ isDisabled, onSelect }: MenuItem) => {
    if (isDisabled) return
    // Returns the focus to the button, to which a dialog that opens now returns it.
    menu.current?.hidePopover()
    onSelect?.()
  }
  const moveFocus = (event: KeyboardEvent) => {
    const all = rows()
    const present = all.findIndex((row) => row === event.target)
    const targets: Record<string, number> = { ArrowDown: present + 1, ArrowUp: present - 1, Home: 0, End: -1 }
    const target = targets[event.key]
    if (event.key === 'Tab') menu.current?.hidePopover()
    else if (target !== undefined) {
      event.preventDefault()
      all.at(target % all.length)?.focus()
    } else if (/^\S$/u.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const next = [...all.slice(present + 1), ...all]
      next.find((row) => row.textContent.toLowerCase().startsWith(event.key.toLowerCase()))?.focus()
    }
  }
  return (
    <>
      <Button
        variant="default"
        {...props}
        className="kit-popover-button"
        aria-haspopup="menu"
        popoverTarget={id}
        onClick={(event) => !waitsForPaint(event) && !isDrawn && draw()} // otherwise it closes
        onKeyDown={openByKey}
      >
        <VisuallyHidden>{purpose} </VisuallyHidden>
        {label}
      </Button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-label={purpose}
        tabIndex={-1}
        className="kit-popover-panel kit-menu"
        onToggle={({ newState }) => newState === 'closed' && setIsDrawn(false)}
        onKeyDown={moveFocus}
      >
        {isDrawn &&
          items.map((item) => (
            <Fragment key={item.text}>
              {item.startsGroup && <hr />}
              <Row item={item} onSelect={() => select(item)} />
            </Fragment>
          ))}
      </div>
    </>
  )
}

function openByKey(event: KeyboardEvent<HTMLButtonElement>): void {
  if (event.key !== 'ArrowDown') return
  event.preventDefault()
  event.currentTarget.click()
}

function Row({ item, onSelect }: { item: MenuItem; onSelect: () => void }) {
  const { text, description, icon, isChecked, isDanger, isDisabled, to } = item
  const row = {
    role: isChecked === undefined ? 'menuitem' : 'menuitemradio',
    'aria-checked': isChecked,
    'aria-disabled': isDisabled,
    'data-danger': isDanger || undefined,
    tabIndex: -1,
    onClick: onSelect,
    children: (
      <>
        {icon}
        <span>
          <span className={description && 'kit-name'}>{text}</span>
          {description && <small>{description}</small>}
        </span>
        {isChecked && <Check size={16} aria-hidden />}
      </>
    ),
  }
  return to === undefined || isDisabled ? <button type="button" {...row} /> : <Link to={to} {...row} />
}
