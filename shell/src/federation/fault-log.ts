import type { RemoteFault, RemotePhase } from 'kit'
import { tellRemoteFault } from 'kit/shell'
import { ownerOf } from './attribution.ts'
import type { Lock } from 'contract/lock.ts'

// Loaded with the first fault: see failure.ts.

export { recover } from './recovery.ts'

const messages: Record<RemotePhase, string> = {
  load: 'could not be loaded',
  texts: 'has no texts',
  render: 'failed',
  place: 'failed in a place',
  late: 'failed later',
  recovered: 'failed',
}

/** Of one remote that many kinds of faults are told apart, and no more. */
const KINDS = 100

const counts = new Map<string, Map<string, number>>()

/** What a version's script threw while it ran, which is why it cannot be loaded: told with that. */
const thrown = new Map<string, unknown>()
/** Milliseconds until it is told alone. */
const PATIENCE = 10_000

/** Tells of an error that a remote may be at fault for. `file`: where it was thrown, for what has no stack. */
export function logError(error: unknown, file: string, phase: RemotePhase, lock: Lock): void {
  const owner = ownerOf(
    error,
    file,
    lock,
    [location.origin, __webpack_public_path__].map((url) => new URL(url).origin),
  )
  if (owner && phase === 'load') keepThrown({ ...owner, phase, error })
  else if (owner) logFault({ ...owner, phase, error }, file)
  // oxlint-disable-next-line no-console -- as the browser would have, which was kept from it
  else console.error('Uncaught', error)
}

function keepThrown(fault: Omit<RemoteFault, 'times'>): void {
  const version = `${fault.remote}@${fault.version}`
  if (!thrown.has(version)) setTimeout(() => thrown.has(version) && logFault(fault), PATIENCE)
  thrown.set(version, fault.error)
}

/**
 * Writes one line to the page's console and tells all who listen: of each kind of fault the first five times, then the tenth, hundredth
 * and so on. So what throws again and again hides nothing else.
 */
export function logFault(fault: Omit<RemoteFault, 'times'>, file = ''): void {
  const { remote, version, phase, instead } = fault
  const key = `${remote}@${version}`
  const isLoad = phase === 'load' || phase === 'recovered'
  const error = isLoad && thrown.has(key) ? thrown.get(key) : fault.error
  if (isLoad) thrown.delete(key)
  const times = count(key, `${phase} ${kindOf(error, file)}`)
  if (times > 5 && !/^10+$/.test(String(times))) return
  const refused = refusedFile(error)
  const line = [
    instead === undefined ? `${remote}@${version} ${messages[phase]}` : `recovered ${remote} ${version} → ${instead}`,
    ...(refused === null ? [] : [`: ${refused} is not what was published`]),
    ...(times > 5 ? [` (the ${times}th time)`] : []),
  ].join('')
  // oxlint-disable-next-line no-console -- the page's log; the error as it is, so that the browser shows its stack by source maps
  console.error(line, error, ...(hasStack(error) ? [] : [file]))
  tellRemoteFault({ ...fault, error, times })
}

function count(version: string, kind: string): number {
  const kinds = counts.get(version) ?? new Map<string, number>()
  counts.set(version, kinds)
  const known = kinds.has(kind) || kinds.size < KINDS ? kind : ''
  const times = (kinds.get(known) ?? 0) + 1
  kinds.set(known, times)
  return times
}

const hasStack = (error: unknown): error is { stack: string; message: unknown } =>
  typeof Object(error).stack === 'string'

/** Where it was thrown: a message may differ each time. */
function kindOf(error: unknown, file: string): string {
  return hasStack(error) ? error.stack.replace(String(error.message), '') : `${typeof error} ${file}`
}

/** Of a file with a wrong hash the browser says no more than that it did not load; its timing tells that it came all the same. */
function refusedFile(cause: unknown): string | null {
  const [, url] = /(?:Failed to load script "|\(error: )([^"?)]+)/.exec(String(cause)) ?? []
  const timing = performance.getEntriesByType('resource').findLast((entry) => entry.name.split('?')[0] === url)
  return timing instanceof PerformanceResourceTiming && timing.responseStatus === 200
    ? new URL(timing.name).pathname
    : null
}
