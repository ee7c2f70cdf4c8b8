import { useLingui } from '@lingui/react/macro'
import { Button, EmptyState } from 'kit'
import type { useListUrl } from './list-url.ts'

interface Props {
  query: string
  onGoTo: ReturnType<typeof useListUrl>[1]
}

export function NothingFound({ query, onGoTo }: Props) {
  const { t } = useLingui()
  return (
    <EmptyState title={query ? t`Nobody matches “${query}”` : t`Nobody matches these filters`}>
      <Button variant="default" onClick={() => onGoTo({ q: null, role: null, team: null })}>{t`Clear filters`}</Button>
    </EmptyState>
  )
}
