import { Pagination } from 'kit/parts'
import type { useListUrl } from './use-list-url.ts'

interface Props extends Pick<ReturnType<typeof useListUrl>, 'from' | 'goToNext' | 'goToPrevious'> {
  label: string
  shown: number
  total: number
  next: string | null
}

export function ListFoot({ label, shown, total, next, from, goToNext, goToPrevious }: Props) {
  if (from === 1 && next === null) return null
  return (
    <Pagination
      label={label}
      from={from}
      to={from + shown - 1}
      total={Math.max(total, from + shown - 1)}
      onPrevious={from > 1 && goToPrevious}
      onNext={next !== null && (() => goToNext(next))}
    />
  )
}
