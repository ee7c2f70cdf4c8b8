import { cloneElement, type ReactElement, useId, useRef } from 'react'

interface TooltipProps {
  label: string
  /** Something that can have the focus. */
  children: ReactElement<{ 'aria-describedby'?: string }>
}

/** A hint for what has a name already: not for the name of an icon, and not needed to get on. */
export function Tooltip({ label, children }: TooltipProps) {
  const id = useId()
  const tip = useRef<HTMLSpanElement>(null)
  const show = () => tip.current?.showPopover()
  const hide = () => tip.current?.hidePopover()
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- watches its content
    <span
      className="kit-tooltip-place"
      onMouseEnter={show}
      onMouseLeave={hide}
      onFocus={show}
      onBlur={hide}
      onKeyDown={({ key }) => key === 'Escape' && hide()}
    >
      {cloneElement(children, { 'aria-describedby': id })}
      <span ref={tip} id={id} role="tooltip" popover="manual" className="kit-tooltip">
        {label}
      </span>
    </span>
  )
}
