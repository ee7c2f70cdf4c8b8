import { useCallback, useEffect, useState } from 'react'
import { versionsInUse } from '../federation/load-remote.ts'
import { useLock } from '../federation/lock-context.ts'
import type { Lock } from 'contract/lock.ts'
import type { Update } from './update.ts'

const minute = 60_000
const pause = 5 * minute
/** Where a script could not be loaded: the version that it belongs to may be gone. */
const pauseAfterFailure = minute / 6
/** Versions have their files for so long after they were live. */
const filesAreKept = 30 * 24 * 60 * minute
const openedAt = Date.now()

export interface KnownUpdate {
  /** Names what the page would get: another text is another update. */
  to: string
  isRequired: boolean
}

/**
 * What the page would get in another version by being loaded anew, of the shell and of the remotes that it uses; null: nothing. The server
 * is asked every few minutes while somebody may see the page, and when they come back to it. While nobody answers, what was known holds.
 * `lookNow` asks at once; it rejects when nobody answers.
 */
export function useUpdate(): [update: KnownUpdate | null, lookNow: () => Promise<KnownUpdate | null>] {
  const lock = useLock()
  const [update, setUpdate] = useState<KnownUpdate | null>(null)
  const lookNow = useCallback(async () => {
    const answer = await ask(lock)
    setUpdate(answer)
    return answer
  }, [lock])
  useEffect(() => {
    let askedAt = Date.now()
    const askAfter = (least: number) => {
      if (document.hidden || !navigator.onLine || timeSince(askedAt) < least) return
      askedAt = Date.now()
      lookNow().catch(() => {})
    }
    const look = () => askAfter(pause)
    const lookIfScript = ({ target }: Event) => target instanceof HTMLScriptElement && askAfter(pauseAfterFailure)
    const timer = setInterval(look, minute)
    document.addEventListener('visibilitychange', look)
    addEventListener('error', lookIfScript, true)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      removeEventListener('error', lookIfScript, true)
    }
  }, [lookNow])
  return [update, lookNow]
}

/** In milliseconds; a clock that was put back counts as one that was put on. */
export const timeSince = (time: number): number => Math.abs(Date.now() - time)

/** @throws where the answer is none: the server is away, or of an older release */
async function ask({ shell, remotes, previews }: Lock): Promise<KnownUpdate | null> {
  const own = shell === undefined ? [] : [['shell', shell]]
  const running = [
    ...own,
    ...remotes.flatMap((remote) => versionsInUse(remote).map((version) => [remote.name, version])),
  ]
  // What somebody tries out is no version that is live; its banner tells of it.
  const isTried = (name: string | undefined) =>
    previews?.areShown && previews.running.some((each) => each.name === name)
  const query = new URLSearchParams(running.filter(([name]) => !isTried(name))).toString()
  const response = await fetch(`/lock/newer?${query}`, { signal: AbortSignal.timeout(pauseAfterFailure) })
  if (!response.ok) throw new Error(`it was answered ${response.status}`)
  const { newer, isRequired }: Update = await response.json()
  const isNewer = Object.keys(newer).length > 0
  const mustLeave = isRequired || (isNewer && timeSince(openedAt) > filesAreKept)
  return isNewer || mustLeave ? { to: JSON.stringify(newer), isRequired: mustLeave } : null
}
