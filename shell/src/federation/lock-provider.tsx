import { useSession } from 'kit'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { LockContext } from './lock-context.ts'
import type { KnownLock } from 'contract/version-lock.ts'

/** The menu of signed-in users needs the whole version lock. */
export function LockProvider({ lock, children }: { lock: KnownLock; children: ReactNode }) {
  const { status } = useSession()
  useEffect(() => {
    if (status === 'signed-in') void lock.whole()
  }, [lock, status])
  return <LockContext value={useSyncExternalStore(lock.subscribe, () => lock.now)}>{children}</LockContext>
}
