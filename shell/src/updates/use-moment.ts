import { useHasUnsavedChanges } from 'kit/shell'
import { useEffect, useEffectEvent, useState } from 'react'
import { typedAt } from './typed-fields.ts'

let activeAt = Date.now()
const acted = () => void (activeAt = Date.now())
for (const event of ['pointerdown', 'keydown', 'wheel', 'touchmove'])
  addEventListener(event, acted, { capture: true, passive: true })

/** Whoever just came to a page has begun nothing on it. */
export const arrived = (): void => void (activeAt = 0)
document.addEventListener('visibilitychange', arrived)

interface Moment {
  loses: boolean
  isOffline: boolean
  /** Milliseconds since somebody did anything here. */
  calm: number
}

/** Follows what the reader does while `isWanted`; `onLook` is called with each look, every second and with all that is typed. */
export function useMoment(isWanted: boolean, onLook: (moment: Moment) => void): Moment {
  const isUnsaved = useHasUnsavedChanges()
  const [moment, setMoment] = useState<Moment>({ loses: true, isOffline: false, calm: 0 })
  const look = useEffectEvent(() => {
    const loses = isUnsaved || document.querySelector('dialog[open]') !== null || hasTypedText()
    const next = { loses, isOffline: !navigator.onLine, calm: Math.abs(Date.now() - activeAt) }
    setMoment(next)
    onLook(next)
  })
  useEffect(() => {
    if (!isWanted) return
    const lookNow = () => look()
    lookNow()
    const timer = setInterval(lookNow, 1000)
    addEventListener('input', lookNow)
    return () => {
      clearInterval(timer)
      removeEventListener('input', lookNow)
    }
  }, [isWanted])
  return { ...moment, loses: isUnsaved || moment.loses }
}

/**
 * Whether a field shows text that was typed since this address was opened, outside of the forms of kit, which know by themselves what was
 * sent. What stands in the address, as what is searched for does, is not lost.
 */
function hasTypedText(): boolean {
  const fields = document.querySelectorAll<HTMLElement>(
    'input:not([type=checkbox], [type=radio]), textarea, [contenteditable]',
  )
  return [...fields].some(
    (field) =>
      typedAt.get(field) === location.href &&
      !field.closest('.kit-form') &&
      ('value' in field ? field.value : field.textContent) !== '',
  )
}
