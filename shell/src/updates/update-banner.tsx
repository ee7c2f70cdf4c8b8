import { Trans } from '@lingui/react/macro'
import { Button, useLocation } from 'kit'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { arrived, useMoment } from './use-moment.ts'
import { timeSince, useUpdate } from './use-update.ts'

const second = 1000
/** Nobody did anything for so long: an offer disturbs nobody then. */
const idle = 60 * second
/** A page that has to be loaded anew waits so long for its reader to pause. */
const pause = 10 * second

/**
 * Offers to load the page anew when there is an update and nothing would be lost. A page that has to be left says so at once, reloads by
 * itself in a pause of its reader, and follows the next link by loading the page that it leads to whole.
 */
export function UpdateBanner() {
  const [update, lookNow] = useUpdate()
  const [dismissed, setDismissed] = useState('')
  const [isOffered, setOffered] = useState(false)
  const isRequired = update?.isRequired === true
  const isWanted = isRequired || (update !== null && update.to !== dismissed)
  const losesNow = useRef(true)
  // The server that is asked is the one that a reload needs.
  const isStillRequired = async () => {
    const answer = await lookNow().catch(() => null)
    return answer?.isRequired === true && !losesNow.current
  }
  const { loses, isOffline } = useMoment(isWanted, (moment) => {
    setOffered((before) => !moment.loses && (before || moment.calm >= idle))
    const isPause = document.hidden || moment.calm >= pause
    if (isRequired && isPause && !moment.loses && !moment.isOffline) void reloadByItself(isStillRequired)
  })
  useEffect(() => void (losesNow.current = loses))
  useLinksThatLoad(isRequired && !loses && !isOffline)
  const { key } = useLocation()
  const arrive = useEffectEvent(() => {
    if (isRequired) arrived()
  })
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another page is the reason, nothing of it is used
  useEffect(() => arrive(), [key])

  const dismiss = () => {
    setDismissed(update?.to ?? '')
    setOffered(false)
    document.getElementById('content')?.focus({ preventScroll: true }) // the button that had it is gone
  }
  const offer = isWanted && !loses && isOffered && (
    <>
      <Trans>There is an update for this page.</Trans>
      <ReloadButton />
      <Button size="xs" variant="default" onClick={dismiss}>
        <Trans>Not now</Trans>
      </Button>
    </>
  )
  const demand = (
    <>
      <Trans>There is an important update.</Trans>{' '}
      {loses ? <Trans>This page reloads once what you have entered is saved or left.</Trans> : <ReloadButton />}
    </>
  )
  // Always there, so that what comes into it is read out.
  return <output className="shell-update">{isOffline ? null : isRequired ? demand : offer}</output>
}

const ReloadButton = () => (
  <Button size="xs" onClick={() => location.reload()}>
    <Trans>Reload the page</Trans>
  </Button>
)

/** Lets the browser follow links by itself, without the router. */
function useLinksThatLoad(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return
    const follow = (event: Event) => {
      if (event.target instanceof Element && event.target.closest('a[href]')) event.stopImmediatePropagation()
    }
    addEventListener('click', follow, true)
    return () => removeEventListener('click', follow, true)
  }, [isWanted])
}

/** Where the last time is remembered, which a reload has to outlive. */
const lastTime = 'reloaded-for-update'
const atMostEvery = 60 * 60 * second
let triedAt = 0

/** Once an hour at most: servers that do not agree about what is live would send a page to and fro for ever. */
async function reloadByItself(isStillRequired: () => Promise<boolean>): Promise<void> {
  try {
    if (timeSince(Number(sessionStorage.getItem(lastTime))) < atMostEvery || timeSince(triedAt) < pause) return
    triedAt = Date.now()
    if (!(await isStillRequired())) return
    sessionStorage.setItem(lastTime, String(Date.now()))
  } catch {
    return // nothing can be remembered: the reader has the button
  }
  location.reload()
}
