import { useCallback, useEffect, useState } from 'react'
import { versionsInUse } from '../federation/load-remote.ts'
import { useVersionLock } from '../federation/lock-context.ts'
import type { VersionLock } from 'contract/version-lock.ts'
import type { Update } from './update.ts'

const minute = 60_000
const pollInterval = 5 * minute
/** Shorter, because a script that fails to load may belong to a deleted version. */
const delayAfterScriptError = minute / 6
/** How long the server keeps the files of replaced versions. */
const fileRetention = 30 * 24 * 60 * minute
const openedAt = Date.now()

export interface KnownUpdate {
  to: string
  isRequired: boolean
}

/** `checkNow` rejects if the server is unavailable. */
export function useUpdate(): [update: KnownUpdate | null, checkNow: () => Promise<KnownUpdate | null>] {
  const lock = useVersionLock()
  const [update, setUpdate] = useState<KnownUpdate | null>(null)
  const checkNow = useCallback(async () => {
    const found = await fetchUpdate(lock)
    setUpdate(found)
    return found
  }, [lock])
  useEffect(() => {
    let checkedAt = Date.now()
    const checkAfter = (minDelay: number) => {
      if (document.hidden || !navigator.onLine || timeSince(checkedAt) < minDelay) return
      checkedAt = Date.now()
      checkNow().catch(() => {})
    }
    const check = () => checkAfter(pollInterval)
    const onScriptError = ({ target }: Event) =>
      target instanceof HTMLScriptElement && checkAfter(delayAfterScriptError)
    const timer = setInterval(check, minute)
    document.addEventListener('visibilitychange', check)
    addEventListener('error', onScriptError, true)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', check)
      removeEventListener('error', onScriptError, true)
    }
  }, [checkNow])
  return [update, checkNow]
}

/** In milliseconds; positive even if the clock was set back. */
export const timeSince = (time: number): number => Math.abs(Date.now() - time)

/** @throws if the server is unavailable or of an older release */
async function fetchUpdate({ shell, remotes, previews }: VersionLock): Promise<KnownUpdate | null> {
  const own = shell === undefined ? [] : [['shell', shell]]
  const others = remotes.flatMap((remote) => versionsInUse(remote).map((version) => [remote.name, version]))
  // Previews have their own banner.
  const isPreview = (name: string | undefined) =>
    previews?.areShown && previews.running.some((each) => each.name === name)
  const query = new URLSearchParams([...own, ...others].filter(([name]) => !isPreview(name))).toString()
  const response = await fetch(`/lock/newer?${query}`, { signal: AbortSignal.timeout(delayAfterScriptError) })
  if (!response.ok) throw new Error(`Unexpected status ${response.status}`)
  const { newer, isRequired }: Update = await response.json()
  const isNewer = Object.keys(newer).length > 0
  const mustLeave = isRequired || (isNewer && timeSince(openedAt) > fileRetention)
  return isNewer || mustLeave ? { to: JSON.stringify(newer), isRequired: mustLeave } : null
}
