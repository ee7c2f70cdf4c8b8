import { Button, type ButtonProps, VisuallyHidden } from '@mantine/core'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'

interface PopoverProps extends ButtonProps {
  /** Text of the button that opens it. */
  label: ReactNode
  /** Read out before the label, where the label alone does not say what opens. */
  purpose: string
}

/** A button with a panel below it: the platform's popover, so Escape and a click elsewhere close it; going on does too. */
export function Popover({ label, purpose, children, ...props }: PopoverProps) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- going to another page is what closes it
  useEffect(() => panel.current?.hidePopover(), [key])
  return (
    <>
      <Button variant="default" {...props} className="kit-popover-button" popoverTarget={id}>
        <VisuallyHidden>{purpose} </VisuallyHidden>
        {label}
      </Button>
      <div ref={panel} id={id} popover="auto" className="kit-popover-panel">
        {children}
      </div>
    </>
  )
}
