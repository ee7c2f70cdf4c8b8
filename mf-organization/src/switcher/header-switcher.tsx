import { useLocation, useSession } from 'kit'
import { type ComponentType, useEffect, useState } from 'react'

/** Fills the shell's header slot. Signed out there is nothing to switch, so GraphQL is not even loaded. */
export function HeaderSwitcher() {
  const isSignedIn = useSession().status === 'signed-in'
  const { key } = useLocation()
  const [Switcher, setSwitcher] = useState<ComponentType>()
  // React's lazy() would keep a failure for good; what could not be loaded is asked for again on the next page.
  useEffect(() => {
    if (!isSignedIn || Switcher) return
    import('./switcher.tsx').then((module) => setSwitcher(() => module.Switcher), reportError)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the next page is a reason of its own to try again
  }, [isSignedIn, Switcher, key])
  return isSignedIn && Switcher ? <Switcher /> : null
}
