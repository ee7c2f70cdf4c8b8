import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, useFormat } from 'kit'
import type { ReactNode } from 'react'
import { type ListUrl, PAGE_SIZE } from './list-url.ts'
import type { Members } from './member.ts'

interface Props {
  members: Members
  address: ListUrl
  onGoTo: (page: { after?: string | null; before?: string | null; from: string | null }) => void
}

export function PageFoot({ members: { nodes, pageInfo, totalCount }, address: { from }, onGoTo }: Props) {
  const { t } = useLingui()
  const format = useFormat()
  const { hasPreviousPage, hasNextPage, startCursor, endCursor } = pageInfo
  if (!hasPreviousPage && !hasNextPage) return null
  const [first, last, all] = [from, (from ?? 1) + nodes.length - 1, totalCount].map((count) =>
    format.number(count ?? 0),
  )
  // A first page is shorter if members left meanwhile.
  const numberAt = (start: number) => (from === null ? null : String(Math.max(1, start)))
  return (
    <nav className="kit-list-foot" aria-label={t`Pages of members`}>
      {from !== null && (
        <Trans>
          {first}–{last} of {all}
        </Trans>
      )}
      <Group gap="xs">
        <PageButton
          exists={hasPreviousPage}
          onClick={() => onGoTo({ before: startCursor, from: numberAt((from ?? 1) - PAGE_SIZE) })}
        >
          <Trans>Previous page</Trans>
        </PageButton>
        <PageButton
          exists={hasNextPage}
          onClick={() => onGoTo({ after: endCursor, from: numberAt((from ?? 1) + nodes.length) })}
        >
          <Trans>Next page</Trans>
        </PageButton>
      </Group>
    </nav>
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
