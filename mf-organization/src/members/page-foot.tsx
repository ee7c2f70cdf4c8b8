import { useLingui } from '@lingui/react/macro'
import { Pagination } from 'kit/parts'
import { type ListUrl, PAGE_SIZE } from './list-url.ts'
import type { Members } from './member.ts'

interface Props {
  members: Pick<Members, 'pageInfo' | 'totalCount'> & { nodes: readonly unknown[] }
  address: ListUrl
  onGoTo: (page: { after?: string | null; before?: string | null; from: string | null }) => void
}

export function PageFoot({ members: { nodes, pageInfo, totalCount }, address: { from }, onGoTo }: Props) {
  const { t } = useLingui()
  const { hasPreviousPage, hasNextPage, startCursor, endCursor } = pageInfo
  if (!hasPreviousPage && !hasNextPage) return null
  const [first, next] = [from ?? 1, (from ?? 1) + nodes.length]
  // A first page is shorter if members left meanwhile.
  const numberAt = (start: number) => (from === null ? null : String(Math.max(1, start)))
  return (
    <Pagination
      label={t`Pages of members`}
      from={from}
      to={next - 1}
      total={totalCount}
      onPrevious={hasPreviousPage && (() => onGoTo({ before: startCursor, from: numberAt(first - PAGE_SIZE) }))}
      onNext={hasNextPage && (() => onGoTo({ after: endCursor, from: numberAt(next) }))}
    />
  )
}
