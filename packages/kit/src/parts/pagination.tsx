import { Trans } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { useFormat } from '../i18n/format.ts'

interface PaginationProps {
  label: string
  from: number
  to: number
  total: number
  onPrevious: () => void
  onNext: () => void
}

export function Pagination({ label, from, to, total, onPrevious, onNext }: PaginationProps) {
  const format = useFormat()
  const [first, last, all] = [from, to, total].map((value) => format.number(value))
  return (
    <nav aria-label={label} className="kit-bar">
      <Text component="output" size="sm" c="dimmed" flex={1}>
        <Trans>
          {first}–{last} of {all}
        </Trans>
      </Text>
      <Button variant="subtle" color="gray" size="sm" disabled={from <= 1} onClick={onPrevious}>
        <Trans>Previous</Trans>
      </Button>
      <Button variant="subtle" color="gray" size="sm" disabled={to >= total} onClick={onNext}>
        <Trans>Next</Trans>
      </Button>
    </nav>
  )
}
