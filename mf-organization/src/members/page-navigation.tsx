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
      <PageButton isThere={hasPreviousPage} onClick={() => onGoTo({ before: startCursor })}>
        <Trans>Previous page</Trans>
      </PageButton>
      <PageButton isThere={hasNextPage} onClick={() => onGoTo({ after: endCursor })}>
        <Trans>Next page</Trans>
      </PageButton>
    </Group>
  )
}

/** Disabled instead of removed, so that the focus is not lost. */
function PageButton({ isThere, onClick, children }: { isThere: boolean; onClick: () => void; children: ReactNode }) {
  const blocked = !isThere || undefined
  return (
    <Button
      variant="default"
      size="xs"
      aria-disabled={blocked}
      data-blocked={blocked}
      onClick={() => isThere && onClick()}
    >
      {children}
    </Button>
  )
}
