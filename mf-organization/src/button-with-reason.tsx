import { Button, Text } from 'kit'
import { type ReactNode, useId } from 'react'

interface Props {
  /** Why it cannot be pressed now; without one it can. */
  reason: ReactNode
  onClick: () => void
  size?: 'xs'
  'aria-label'?: string
  children: ReactNode
}

/** A button that says before the click why it cannot be pressed; the keyboard reaches it all the same. */
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
