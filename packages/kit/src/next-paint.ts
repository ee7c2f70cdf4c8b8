import type { MouseEvent } from 'react'

// Hidden tabs paint no frames; there the timeout resolves.
export const nextPaint = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, 100)
  })

/**
 * Paints the press of a button before it acts: a pointer's click is repeated after the paint.
 * A key acts at once, because the next key is for what it opens.
 * @returns whether the click waits
 */
export function waitsForPaint(event: MouseEvent<HTMLElement>): boolean {
  const { currentTarget, detail } = event
  if (detail === 0) return false // from a key, or repeated
  event.preventDefault()
  void nextPaint().then(() => currentTarget.click())
  return true
}
