import { useWindowEvent } from '@mantine/hooks'
import { type ComponentType, useEffect, useState } from 'react'
import { recordInput } from './typed-fields.ts'
import './update-offer.css'

const minute = 60_000

/** Shares a chunk with the preview banner, because each chunk adds a hash to every page. */
export function UpdateOffer() {
  const [Banner, setBanner] = useState<ComponentType>()
  useEffect(() => {
    const show = ({ UpdateBanner }: { UpdateBanner: ComponentType }) => {
      clearInterval(timer)
      setBanner(() => UpdateBanner)
    }
    const load = () => void import(/* webpackChunkName: "banner" */ './update-banner.tsx').then(show, () => {})
    const timer = setInterval(load, minute)
    return () => clearInterval(timer)
  }, [])
  // From the start, because input before the banner arrives counts too.
  useWindowEvent('input', recordInput, true)
  return Banner && <Banner />
}
