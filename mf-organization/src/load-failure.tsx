import { LoadFailure as Failure } from 'kit'
import { callErrorOf } from 'kit/graphql'

/** Stands where data would be that a query could not load. */
export function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return <Failure error={callErrorOf(error)} onRetry={onRetry} />
}
