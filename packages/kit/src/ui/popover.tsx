import { Button, type ButtonProps, VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { useLocation } from 'react-router'
import { waitsForPaint } from '../next-paint.ts'

interface PopoverProps extends ButtonProps {
  label: ReactNode
  /** Read out before a label that does not say what opens. */
  purpose: string
  onToggle?: (isOpen: boolean) => void
}

/** A button with a panel. Arrow keys move the focus, as in the WAI-ARIA disclosure pattern. */
export function Popover({ label, purpose, onToggle, children, ...props }: PopoverProps) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- navigation closes it
  useEffect(() => panel.current?.hidePopover(), [key])
  const openByKey = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (event.key !== 'ArrowDown') return
    if (!panel.current?.matches(':popover-open')) event.currentTarget.click()
    moveFocus(event, panel.current)
  }
  return (
    <>
      <Button
        variant="default"
        {...props}
        className="kit-popover-button"
        popoverTarget={id}
        onClick={waitsForPaint}
        onKeyDown={openByKey}
      >
        <VisuallyHidden>{purpose} </VisuallyHidden>
        {label}
      </Button>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it handles key events of its content */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        className="kit-popover-panel"
        onToggle={({ newState }) => onToggle?.(newState === 'open')}
        onKeyDown={(event) => moveFocus(event, panel.current)}
      >
        {children}
      </div>
    </>
  )
}

function moveFocus(event: KeyboardEvent, panel: HTMLElement | null): void {
  if (event.target instanceof Element && event.target.matches('input, select')) return
  const items = [...(panel?.querySelectorAll<HTMLElement>('a[href], button, input, select') ?? [])]
  const present = items.findIndex((item) => item === event.target)
  const targets: Record<string, number> = { ArrowDown: present + 1, ArrowUp: present - 1, Home: 0, End: -1 }
  const target = targets[event.key]
  if (target === undefined || items.length === 0) return
  event.preventDefault()
  items.at(target % items.length)?.focus()
}
