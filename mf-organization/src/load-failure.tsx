import { LoadFailure as Failure } from 'kit'
import { callErrorOf } from 'kit/graphql'
import { useMemo } from 'react'

export function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const callError = useMemo(() => callErrorOf(error), [error]) // the same while it is, so that a wait goes on
  return <Failure error={callError} onRetry={onRetry} />
}
