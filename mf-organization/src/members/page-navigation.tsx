import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from 'kit'
import type { ReactNode } from 'react'
import type { Members } from './member.ts'

type Props = Members['pageInfo'] & { onGoTo: (page: { after?: string | null; before?: string | null }) => void }

export function PageNavigation({ hasPreviousPage, hasNextPage, startCursor, endCursor, onGoTo }: Props) {
  const { t } = useLingui()
  if (!hasPreviousPage && !hasNextPage) return null
  return (
    <Group component="nav" gap="xs" aria-label={t`Pages of members`}>
      <PageButton exists={hasPreviousPage} onClick={() => onGoTo({ before: startCursor })}>
        <Trans>Previous page</Trans>
      </PageButton>
      <PageButton exists={hasNextPage} onClick={() => onGoTo({ after: endCursor })}>
        <Trans>Next page</Trans>
      </PageButton>
    </Group>
  )
}

/** Disabled instead of removed, so that the focus is not lost. */
function PageButton({ exists, onClick, children }: { exists: boolean; onClick: () => void; children: ReactNode }) {
  const blocked = !exists || undefined
  return (
    <Button
      variant="default"
      size="xs"
      aria-disabled={blocked}
      data-blocked={blocked}
      onClick={() => exists && onClick()}
    >
      {children}
    </Button>
  )
}
