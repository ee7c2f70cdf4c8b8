import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'

const DELAY_MS = 150

/** Grey lines in the place of what is loading; nothing for the first 150 ms, so that fast answers do not flicker. */
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
