import { Trans } from '@lingui/react/macro'
import { useWindowEvent } from '@mantine/hooks'
import { Button, tabStore, useLocation } from 'kit'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { resetActivity, useReaderActivity } from './use-reader-activity.ts'
import { timeSince, useUpdate } from './use-update.ts'

const second = 1000
/** Long enough that the offer does not interrupt the user. */
const idleBeforeOffer = 60 * second
const idleBeforeReload = 10 * second

/** A required update reloads the page when the user is idle, or with the next link. */
export function UpdateBanner() {
  const [update, checkNow] = useUpdate()
  const [dismissed, setDismissed] = useState('')
  const [isOffered, setOffered] = useState(false)
  const isRequired = update?.isRequired === true
  const isWanted = isRequired || (update !== null && update.to !== dismissed)
  const wouldLoseInputNow = useRef(true)
  // Checks again, because a reload needs a server that is up and agrees.
  const isStillRequired = async () => {
    const response = await checkNow().catch(() => null)
    return response?.isRequired === true && !wouldLoseInputNow.current
  }
  const { wouldLoseInput, isOffline } = useReaderActivity(isWanted, (activity) => {
    setOffered((before) => !activity.wouldLoseInput && (before || activity.idleTime >= idleBeforeOffer))
    const isPause = document.hidden || activity.idleTime >= idleBeforeReload
    if (isRequired && isPause && !activity.wouldLoseInput && !activity.isOffline)
      void reloadAutomatically(isStillRequired)
  })
  useEffect(() => void (wouldLoseInputNow.current = wouldLoseInput))
  // Links load the page with the update.
  const followLink = (event: Event) => {
    const isLink = event.target instanceof Element && event.target.closest('a[href]')
    if (isLink && isRequired && !wouldLoseInput && !isOffline) event.stopImmediatePropagation()
  }
  useWindowEvent('click', followLink, true)
  const { key } = useLocation()
  const arrive = useEffectEvent(() => {
    if (isRequired) resetActivity()
  })
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- runs for each page, without using its key
  useEffect(() => arrive(), [key])

  const dismiss = () => {
    setDismissed(update?.to ?? '')
    setOffered(false)
    document.getElementById('content')?.focus({ preventScroll: true }) // the focused button is gone
  }
  const offer = isWanted && !wouldLoseInput && isOffered && (
    <>
      <Trans>An update is ready.</Trans>
      <ReloadButton />
      <Button size="xs" variant="default" onClick={dismiss}>
        <Trans>Not now</Trans>
      </Button>
    </>
  )
  const requiredNotice = (
    <>
      <Trans>An important update is ready.</Trans>{' '}
      {wouldLoseInput ? (
        <Trans>This page updates automatically once you save or discard your changes.</Trans>
      ) : (
        <ReloadButton />
      )}
    </>
  )
  // Always rendered, so that screen readers announce its changes.
  return <output className="shell-update">{isOffline ? null : isRequired ? requiredNotice : offer}</output>
}

const ReloadButton = () => (
  <Button size="xs" onClick={() => location.reload()}>
    <Trans>Reload the page</Trans>
  </Button>
)

const lastReloadKey = 'reloaded-for-update'
const minReloadInterval = 60 * 60 * second
let triedAt = 0

/** At most once an hour: servers that disagree about the live version would cause a reload loop. */
async function reloadAutomatically(isStillRequired: () => Promise<boolean>): Promise<void> {
  const reloadedAt = Number(tabStore.get(lastReloadKey))
  if (timeSince(reloadedAt) < minReloadInterval || timeSince(triedAt) < idleBeforeReload) return
  triedAt = Date.now()
  if (!(await isStillRequired())) return
  // Without storage, the user can still use the button.
  if (tabStore.set(lastReloadKey, String(Date.now()))) location.reload()
}
