import type { RegistryContext } from '../context.ts'

const maxAge = 1000

/** For anonymous calls: `read` runs once a second, and again after a failure. */
export function cacheBriefly<T>({ now }: Pick<RegistryContext, 'now'>, read: () => Promise<T>): () => Promise<T> {
  let cached: { until: number; result: Promise<T> } | undefined
  return () => {
    const time = now().getTime()
    if (cached && cached.until > time) return cached.result
    const result = read()
    cached = { until: time + maxAge, result }
    result.catch(() => (cached = undefined))
    return result
  }
}
