import { type ComponentType, useEffect, useState } from 'react'
import { noteTyped } from './typed-fields.ts'
import './update-offer.css'

const minute = 60_000

/**
 * Where a page says that there is an update of it. The code for that comes a minute after the page, when nobody waits for anything; where
 * it cannot be had, for instance offline, a minute later. It is one file with the banner of previews: a hash less for each page.
 */
export function UpdateOffer() {
  const [Banner, setBanner] = useState<ComponentType>()
  useEffect(() => {
    const show = ({ UpdateBanner }: { UpdateBanner: ComponentType }) => {
      clearInterval(timer)
      setBanner(() => UpdateBanner)
    }
    const timer = setInterval(
      () => void import(/* webpackChunkName: "banner" */ './update-banner.tsx').then(show, () => {}),
      minute,
    )
    // From the start: what was typed before the rest is there counts too.
    addEventListener('input', noteTyped, true)
    return () => {
      clearInterval(timer)
      removeEventListener('input', noteTyped, true)
    }
  }, [])
  return Banner && <Banner />
}
