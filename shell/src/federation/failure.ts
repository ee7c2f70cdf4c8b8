import type { LockedRemote } from './lock.ts'

/** The error that tells which version failed and, where something else came than was published, in which file. */
export function failureOf({ name, version }: LockedRemote, what: string, cause: unknown): Error {
  const file = refusedFile(cause)
  const why = file === null ? '' : `: ${file} is not what was published`
  return new Error(`${name}@${version} ${what}${why}`, { cause })
}

/** Of a file with a wrong hash the browser says no more than that it did not load; its timing tells that it came all the same. */
function refusedFile(cause: unknown): string | null {
  const [, url] = /(?:Failed to load script "|\(error: )([^"?)]+)/.exec(String(cause)) ?? []
  const timing = performance.getEntriesByType('resource').findLast((entry) => entry.name.split('?')[0] === url)
  return timing instanceof PerformanceResourceTiming && timing.responseStatus === 200
    ? new URL(timing.name).pathname
    : null
}
