import { Button, type ButtonProps } from '@mantine/core'
import { useRef, useState } from 'react'

interface ActionButtonProps extends ButtonProps {
  onAct: () => Promise<unknown>
  'aria-label'?: string
}

/** Starts something that takes a while, once however often one clicks; it keeps the focus meanwhile. */
export function ActionButton({ onAct, ...props }: ActionButtonProps) {
  const [pending, setPending] = useState(false)
  const acting = useRef(false)
  const act = () => {
    if (acting.current) return
    acting.current = true
    setPending(true)
    void onAct().finally(() => {
      acting.current = false
      setPending(false)
    })
  }
  const blocked = pending || undefined
  return <Button {...props} onClick={act} aria-disabled={blocked} data-blocked={blocked} data-pending={blocked} />
}
