import { useSession } from 'kit'
import { lazy, Suspense } from 'react'

const Switcher = lazy(async () => ({ default: (await import('./switcher.tsx')).Switcher }))

/** Fills the shell's header slot. Signed out there is nothing to switch, so GraphQL is not even loaded. */
export function HeaderSwitcher() {
  const session = useSession()
  if (session.status !== 'signed-in') return null
  return (
    <Suspense>
      <Switcher />
    </Suspense>
  )
}
