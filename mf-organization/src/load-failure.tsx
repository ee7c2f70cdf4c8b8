import { LoadFailure as Failure } from 'kit'
import { callErrorOf } from 'kit/graphql'
import { type ComponentProps, useMemo } from 'react'

interface Props extends Omit<ComponentProps<typeof Failure>, 'error'> {
  error: unknown
}

export function LoadFailure({ error, ...props }: Props) {
  const callError = useMemo(() => callErrorOf(error), [error]) // a new object would restart the countdown
  return <Failure {...props} error={callError} />
}
