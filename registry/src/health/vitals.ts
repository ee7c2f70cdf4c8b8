/** Upper bounds of the groups; a last group has all above. LCP and INP in milliseconds. */
const bounds = {
  lcp: [500, 1000, 1500, 2000, 2500, 3000, 4000, 6000, 10_000],
  inp: [50, 100, 150, 200, 300, 400, 500, 750, 1000],
  cls: [0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.4, 0.6],
}
type Vital = keyof typeof bounds
const names = ['lcp', 'inp', 'cls'] as const
const groups = 10

/** Groups of LCP, then of INP, then of CLS: pages in each. */
export const noVitals = (): number[] => names.flatMap(() => Array.from({ length: groups }, () => 0))

export const groupOf = (vital: Vital, value: number): number => {
  const group = bounds[vital].findIndex((bound) => value <= bound)
  return names.indexOf(vital) * groups + (group < 0 ? groups - 1 : group)
}

/** The bound that three of four pages are within; null above the highest bound, or without pages. */
export function typicalVitals(pages: readonly number[]): Record<Vital, number | null> {
  const typical = (vital: Vital): number | null => {
    const start = names.indexOf(vital) * groups
    const own = pages.slice(start, start + groups)
    const all = own.reduce((sum, count) => sum + count, 0)
    let within = 0
    const group = own.findIndex((count) => (within += count) >= all * 0.75)
    return all === 0 ? null : (bounds[vital][group] ?? null)
  }
  return { lcp: typical('lcp'), inp: typical('inp'), cls: typical('cls') }
}
