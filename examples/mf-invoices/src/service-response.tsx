import { type Result, LoadFailure, Waiting } from 'kit'
import type { ReactNode } from 'react'

interface Props<Data> {
  response: Result<Data> | undefined
  onRetry: () => void
  children: (data: Data) => ReactNode
}

/** Shows the data, a placeholder until it arrives, or an error with what to do. */
export function ServiceResponse<Data>({ response, onRetry, children }: Props<Data>) {
  if (!response) return <Waiting />
  return response.error ? <LoadFailure error={response.error} onRetry={onRetry} /> : children(response.data)
}
