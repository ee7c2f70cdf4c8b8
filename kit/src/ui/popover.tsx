import { Button, type ButtonProps } from '@mantine/core'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'

interface PopoverProps extends ButtonProps {
  /** Text of the button that opens it. */
  label: ReactNode
  /** Accessible name where the label alone does not say what opens. */
  accessibleName?: string
}

/** A button with a panel below it: the platform's popover, so Escape and a click elsewhere close it; going on does too. */
export function Popover({ label, accessibleName, children, ...props }: PopoverProps) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  useEffect(() => panel.current?.hidePopover(), [key])
  return (
    <>
      <Button variant="default" {...props} popoverTarget={id} aria-label={accessibleName}>
        {label}
      </Button>
      <div ref={panel} id={id} popover="auto" className="kit-popover-panel">
        {children}
      </div>
    </>
  )
}
