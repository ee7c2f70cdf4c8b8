import { VisuallyHidden } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'

const DELAY_MS = 150

interface WaitingProps {
  lines?: number
  /** Each line stands for a row with a picture and two lines of text. */
  isList?: boolean
}

/** Invisible at first on a page, so that fast responses do not flicker, but never in an empty box. */
export function Waiting({ lines = 3, isList }: WaitingProps) {
  const { t } = useLingui()
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="kit-waiting" aria-live="polite" data-list={isList} data-late={late || undefined}>
      {late && <VisuallyHidden>{t`Loading`}</VisuallyHidden>}
      {Array.from({ length: lines }, (_, line) => (
        <i key={line} />
      ))}
    </div>
  )
}
