/** Resolves when the next frame is painted, or soon where none is: in a tab that nobody looks at. */
export const nextPaint = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, 100)
  })
