import { callErrorOf } from 'kit/graphql'
import { useEffect, useEffectEvent } from 'react'
import type { useListUrl } from './list-url.ts'

/** Goes to the first page if the page of the URL is empty or unknown, and returns whether it is. */
export function useFirstPageIfGone(
  [{ after, before }, goTo]: ReturnType<typeof useListUrl>,
  { isEmpty, error }: { isEmpty: boolean; error: unknown },
): boolean {
  const isRefused = error !== undefined && callErrorOf(error).code === 'BAD_USER_INPUT'
  const isGone = (after !== null || before !== null) && (isEmpty || isRefused)
  const goToFirstPage = useEffectEvent(() => goTo({}, { replace: true }))
  useEffect(() => {
    if (isGone) goToFirstPage()
  }, [isGone])
  return isGone
}
