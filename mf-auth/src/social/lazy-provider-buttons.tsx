import { type ComponentType, useEffect, useState } from 'react'

/** Loaded on demand, because the icons are larger than the sign-in form. */
export function LazyProviderButtons() {
  const [Buttons, setButtons] = useState<ComponentType>()
  useEffect(() => {
    import('./provider-buttons.tsx').then((module) => setButtons(() => module.ProviderButtons), reportError)
  }, [])
  return Buttons && <Buttons />
}
