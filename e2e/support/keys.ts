import type { Locator } from '@playwright/test'

/** Types into a field, key by key, and answers how many ms went by from each key to the frame that shows it. */
export async function timesOfKeys(field: Locator, text: string): Promise<number[]> {
  await field.evaluate((input) => {
    const times: number[] = []
    Object.assign(window, { timesOfKeys: times })
    // The first frame after the key is being drawn when its callback runs; a message comes after it.
    input.addEventListener('keydown', ({ timeStamp }) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => times.push(Math.round(performance.now() - timeStamp)))
        port1.start()
        port2.postMessage(null)
      })
    })
  })
  await field.pressSequentially(text, { delay: 40 })
  return field.evaluate((_input, count) => {
    const times: unknown = Reflect.get(window, 'timesOfKeys')
    return Array.isArray(times) ? times.slice(0, count).map(Number) : []
  }, text.length)
}

/** What a key costs where nothing else held the machine: a quarter of them took less. */
export const quartile = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 4)] ?? Infinity
