import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'

const DELAY_MS = 150

/** Invisible at first, so that fast responses do not flicker. */
export function Waiting({ lines = 3 }: { lines?: number }) {
  const { t } = useLingui()
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Stack gap="sm" aria-live="polite">
      {late && <VisuallyHidden>{t`Loading`}</VisuallyHidden>}
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={20} width={`${100 - line * 12}%`} visible={late} />
      ))}
    </Stack>
  )
}
