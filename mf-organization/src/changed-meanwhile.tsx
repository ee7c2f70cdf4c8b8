import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'

/**
 * Notes below a field that somebody else has changed the value while the user edits it. `null`
 * otherwise: fields that the user has not edited follow the server, as in `useForm`.
 */
export function useChangedMeanwhile(current: string, edited: string): ReactNode {
  const [seen, setSeen] = useState(current)
  if (seen === current) return null
  if (edited === seen || edited.trim() === current) {
    setSeen(current)
    return null
  }
  return (
    <Trans>
      Someone else changed this to <strong>{current}</strong>.
    </Trans>
  )
}
