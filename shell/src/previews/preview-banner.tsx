import { Trans, useLingui } from '@lingui/react/macro'
import { ActionButton, useFailure, useFormat, useSession } from 'kit'
import { useEffect } from 'react'
import type { Previews } from 'contract/version-lock.ts'
import { addOnDemandTexts } from '../on-demand-texts.ts'
import { leavePreviews } from './calls.ts'
import { followBuilds } from './follow-builds.ts'

export const loadPreviewBanner = () => addOnDemandTexts().then(() => PreviewBanner)

function PreviewBanner({ previews }: { previews: Previews }) {
  const { t } = useLingui()
  const format = useFormat()
  const { failed, failure } = useFailure()
  const { running } = previews
  const end = performance.timeOrigin + 1000 * Math.min(...running.map(({ endsIn }) => endsIn))
  useReloadAtEnd(previews, end)
  useEffect(() => followBuilds(running), [running])
  const names = running.map(({ name, version, builds }) =>
    builds === null ? `${name} ${version}` : t`${name} ${version} as it is being developed`,
  )
  const leave = async () => {
    const { error } = await leavePreviews()
    if (!failed(error)) location.reload()
  }
  return (
    <>
      <span>
        <Trans>
          You’re previewing {format.list(names)} until {format.dateTime(new Date(end))}. Nobody else sees it.
        </Trans>
      </span>
      {failure}
      <ActionButton size="xs" variant="default" onAct={leave}>{t`Stop the preview`}</ActionButton>
    </>
  )
}

/** Stops the preview's code when it expires or when another user signs in. */
function useReloadAtEnd({ userId }: Previews, end: number): void {
  const session = useSession()
  const isOtherUser = session.status === 'signed-out' || (session.status === 'signed-in' && session.user.id !== userId)
  useEffect(() => {
    if (isOtherUser) location.reload()
    const timer = setTimeout(() => location.reload(), end - performance.timeOrigin - performance.now())
    return () => clearTimeout(timer)
  }, [isOtherUser, end])
}
