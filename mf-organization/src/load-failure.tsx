import { LoadFailure as Failure } from 'kit'
import { callErrorOf } from 'kit/graphql'
import { useMemo } from 'react'

export function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const callError = useMemo(() => callErrorOf(error), [error]) // a new object would restart the countdown
  return <Failure error={callError} onRetry={onRetry} />
}
