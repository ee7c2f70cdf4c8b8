import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFormat } from '../i18n/format.ts'

interface PaginationProps {
  label: string
  /** The number of the first entry, or null if it is not known. */
  from: number | null
  to: number
  total: number
  /** `false` on the first page. */
  onPrevious: (() => void) | false
  /** `false` on the last page. */
  onNext: (() => void) | false
}

export function Pagination({ label, from, to, total, onPrevious, onNext }: PaginationProps) {
  const { t } = useLingui()
  const format = useFormat()
  const [first, last, all] = [from ?? 0, to, total].map((value) => format.number(value))
  return (
    <nav aria-label={label} className="kit-bar kit-list-foot">
      <Text component="output" size="sm" c="dimmed" flex={1}>
        {from !== null && (
          <Trans>
            {first}–{last} of {all}
          </Trans>
        )}
      </Text>
      <PageButton onClick={onPrevious}>{t`Previous page`}</PageButton>
      <PageButton onClick={onNext}>{t`Next page`}</PageButton>
    </nav>
  )
}

/** Not `disabled`, which would lose the focus. */
const PageButton = ({ onClick, children }: { onClick: (() => void) | false; children: ReactNode }) => (
  <Button variant="default" size="xs" aria-disabled={!onClick || undefined} onClick={onClick || undefined}>
    {children}
  </Button>
)
