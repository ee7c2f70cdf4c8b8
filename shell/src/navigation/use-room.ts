import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** The width of an element's inside, in pixels, and each change of it before it is seen; null until it is measured. */
export function useRoom(element: RefObject<HTMLElement | null>): number | null {
  const [room, setRoom] = useState<number | null>(null)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return undefined
    const measure = () => setRoom(current.clientWidth)
    measure()
    // React would draw it a frame later, in which a link or the button were cut.
    const observer = new ResizeObserver(() => flushSync(measure))
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return room
}
