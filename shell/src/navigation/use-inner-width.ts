import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

export function useInnerWidth(element: RefObject<HTMLElement | null>): number | null {
  const [width, setWidth] = useState<number | null>(null)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return undefined
    const measure = () => setWidth(current.clientWidth)
    measure()
    // Otherwise React renders a frame later, and that frame shows a clipped link.
    const observer = new ResizeObserver(() => flushSync(measure))
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return width
}
