import { Button, Text } from 'kit'
import { type ReactNode, useId } from 'react'

interface Props {
  /** Why the button is disabled; it is enabled without a reason. */
  reason: ReactNode
  onClick: () => void
  size?: 'xs'
  'aria-label'?: string
  children: ReactNode
}

/** Explains before a click why it is disabled, and stays reachable by keyboard. */
export function ButtonWithReason({ reason, onClick, ...props }: Props) {
  const id = useId()
  if (!reason) return <Button variant="default" {...props} onClick={onClick} />
  return (
    <>
      <Button variant="default" {...props} aria-disabled data-blocked aria-describedby={id} />
      <Text id={id} size="sm" c="dimmed">
        {reason}
      </Text>
    </>
  )
}
