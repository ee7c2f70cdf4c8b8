import { type ComponentType, useEffect, useState } from 'react'

/**
 * The buttons of the providers. Their pictures weigh more than the form, so they are asked for when that is drawn; without them
 * one can still sign in with a password.
 */
export function LazyProviderButtons() {
  const [Buttons, setButtons] = useState<ComponentType>()
  useEffect(() => {
    import('./provider-buttons.tsx').then((module) => setButtons(() => module.ProviderButtons), reportError)
  }, [])
  return Buttons && <Buttons />
}
