import { type ComponentType, useEffect, useState } from 'react'
import './typed-fields.ts'
import './update-offer.css'

const minute = 60_000

/**
 * Where a page says that there is an update of it. The code for that comes a minute after the page, when nobody waits for anything; where
 * it cannot be had, for instance offline, a minute later.
 */
export function UpdateOffer() {
  const [Banner, setBanner] = useState<ComponentType>()
  useEffect(() => {
    if (Banner) return
    const load = () =>
      import('./update-banner.tsx').then(
        (module) => setBanner(() => module.UpdateBanner),
        () => {},
      )
    const timer = setInterval(load, minute)
    return () => clearInterval(timer)
  }, [Banner])
  return Banner && <Banner />
}
