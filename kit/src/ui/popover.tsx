import { Button, type ButtonProps } from '@mantine/core'
import { useId, type MouseEvent, type ReactNode } from 'react'

interface PopoverProps extends ButtonProps {
  /** Text of the button that opens it. */
  label: ReactNode
  /** Accessible name where the label alone does not say what opens. */
  accessibleName?: string
}

/** A button with a panel below it: the platform's popover, so Escape and a click elsewhere close it, a choice inside too. */
export function Popover({ label, accessibleName, children, ...props }: PopoverProps) {
  const id = useId()
  return (
    <>
      <Button variant="default" {...props} popoverTarget={id} aria-label={accessibleName}>
        {label}
      </Button>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- hears the clicks of the buttons inside, which keys press too */}
      <div id={id} popover="auto" className="kit-popover-panel" onClick={closeAfterChoice}>
        {children}
      </div>
    </>
  )
}

function closeAfterChoice({ target, currentTarget }: MouseEvent<HTMLElement>) {
  if (target instanceof Element && target.closest('a, button')) currentTarget.hidePopover()
}
