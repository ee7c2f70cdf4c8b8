import { useLingui } from '@lingui/react/macro'
import { ActionButton, Failure, type Result } from 'kit'
import { type ReactNode, useState } from 'react'

/** The pages of a list whose first is loaded, and what loads the next one. */
export function useMore<T extends { next: string | null }>(
  first: Result<T> | undefined,
  load: (after: string) => Promise<Result<T>>,
): { pages: T[]; more: ReactNode } {
  const { t } = useLingui()
  const [later, setLater] = useState<Result<T>[]>([])
  const results = first ? [first, ...later] : []
  const pages = results.flatMap(({ data }) => data ?? [])
  const next = pages.at(-1)?.next
  const showMore = async (after: string) => {
    const page = await load(after)
    setLater((before) => [...before, page])
  }
  const more = (
    <>
      <Failure error={results.at(-1)?.error ?? null} />
      {next && <ActionButton variant="default" onAct={() => showMore(next)}>{t`Show more`}</ActionButton>}
    </>
  )
  return { pages, more }
}
