import { Button, type ButtonProps } from '@mantine/core'
import { useOnce } from '../form/use-once.ts'

interface ActionButtonProps extends ButtonProps {
  onAct: () => Promise<unknown>
  'aria-label'?: string
}

export function ActionButton({ onAct, ...props }: ActionButtonProps) {
  const [act, pending] = useOnce(onAct)
  const blocked = pending || undefined
  return <Button {...props} onClick={act} aria-disabled={blocked} data-pending={blocked} />
}
