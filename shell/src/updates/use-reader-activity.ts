import { useHasUnsavedChanges } from 'kit/shell'
import { useEffect, useEffectEvent, useState } from 'react'
import { typedAt } from './typed-fields.ts'

let activeAt = Date.now()
const recordActivity = () => void (activeAt = Date.now())
for (const event of ['pointerdown', 'keydown', 'wheel', 'touchmove'])
  addEventListener(event, recordActivity, { capture: true, passive: true })

/** A page that was just opened has no unfinished work. */
export const resetActivity = (): void => void (activeAt = 0)
document.addEventListener('visibilitychange', resetActivity)

interface ReaderActivity {
  wouldLoseInput: boolean
  isOffline: boolean
  /** Milliseconds since the last input. */
  idleTime: number
}

export function useReaderActivity(isWanted: boolean, onCheck: (activity: ReaderActivity) => void): ReaderActivity {
  const isUnsaved = useHasUnsavedChanges()
  const [activity, setActivity] = useState<ReaderActivity>({ wouldLoseInput: true, isOffline: false, idleTime: 0 })
  const check = useEffectEvent(() => {
    const wouldLoseInput = isUnsaved || document.querySelector('dialog[open]') !== null || hasTypedText()
    const next = { wouldLoseInput, isOffline: !navigator.onLine, idleTime: Math.abs(Date.now() - activeAt) }
    setActivity(next)
    onCheck(next)
  })
  useEffect(() => {
    if (!isWanted) return
    const checkNow = () => check()
    checkNow()
    const timer = setInterval(checkNow, 1000)
    addEventListener('input', checkNow)
    return () => {
      clearInterval(timer)
      removeEventListener('input', checkNow)
    }
  }, [isWanted])
  return { ...activity, wouldLoseInput: isUnsaved || activity.wouldLoseInput }
}

/** Excludes kit's forms, which track unsaved changes, and searches, which change the URL. */
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
