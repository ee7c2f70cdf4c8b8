import type { RemoteError, RemotePhase } from 'kit'
import { reportRemoteError } from 'kit/shell'
import { classOf, reportKind } from './report.ts'
import { framesIn, ownerOf } from './attribution.ts'
import type { VersionLock } from 'contract/version-lock.ts'

// Loaded with the first error: see failure.ts.

export { recover } from './recovery.ts'

const messages: Record<RemotePhase, string> = {
  load: 'could not be loaded',
  texts: 'has no texts',
  render: 'failed',
  place: 'failed in a place',
  late: 'failed later',
  recovered: 'failed',
}

/** Per version; further kinds share one counter. */
const MAX_KINDS = 100

const counts = new Map<string, Map<string, number>>()

const thrown = new Map<string, unknown>()
/** Milliseconds that an error of a script waits for a load failure before it is reported alone. */
const TIMEOUT = 10_000

export function logError(error: unknown, file: string, phase: RemotePhase, lock: VersionLock): void {
  const origins = [location.origin, __webpack_public_path__].map((url) => new URL(url).origin)
  const owner = ownerOf(error, file, lock, origins)
  if (owner && phase === 'load') keepThrown({ ...owner, phase, error })
  else if (owner) logRemoteError({ ...owner, phase, error }, file)
  // oxlint-disable-next-line no-console -- replaces the browser's own line
  else console.error('Uncaught', error)
}

function keepThrown(remoteError: Omit<RemoteError, 'times'>): void {
  const version = `${remoteError.remote}@${remoteError.version}`
  if (!thrown.has(version)) setTimeout(() => thrown.has(version) && logRemoteError(remoteError), TIMEOUT)
  thrown.set(version, remoteError.error)
}

/** Logs a repeated error five times, then the tenth, hundredth and so on. */
export function logRemoteError(remoteError: Omit<RemoteError, 'times'>, file = ''): void {
  const { remote, version, phase, instead } = remoteError
  const key = `${remote}@${version}`
  const isLoad = phase === 'load' || phase === 'recovered'
  const error = isLoad && thrown.has(key) ? thrown.get(key) : remoteError.error
  if (isLoad) thrown.delete(key)
  const times = count(key, `${phase} ${kindOf(error, file)}`)
  if (times > 5 && !/^10+$/.test(String(times))) return
  const refused = refusedFile(error)
  const line = [
    instead === undefined ? `${remote}@${version} ${messages[phase]}` : `recovered ${remote} ${version} → ${instead}`,
    ...(refused === null ? [] : [`: ${refused} does not match its published hash`]),
    ...(times > 5 ? [` (the ${times}th time)`] : []),
  ].join('')
  // oxlint-disable-next-line no-console -- the page's log; passes the error object, so that the browser applies source maps
  console.error(line, error, ...(hasStack(error) ? [] : [file]))
  reportRemoteError({ ...remoteError, error, times })
  const frames = framesIn(remoteError, error, file)
  reportKind({ remote, version, phase, error: classOf(error), frames })
}

function count(version: string, kind: string): number {
  const kinds = counts.get(version) ?? new Map<string, number>()
  counts.set(version, kinds)
  const known = kinds.has(kind) || kinds.size < MAX_KINDS ? kind : ''
  const times = (kinds.get(known) ?? 0) + 1
  kinds.set(known, times)
  return times
}

const hasStack = (error: unknown): error is { stack: string; message: unknown } =>
  typeof Object(error).stack === 'string'

function kindOf(error: unknown, file: string): string {
  return hasStack(error) ? error.stack.replace(String(error.message), '') : `${typeof error} ${file}`
}

/** Finds a file with a wrong hash: it failed to load although its response status was 200. */
function refusedFile(cause: unknown): string | null {
  const [, url] = /(?:Failed to load script "|\(error: )([^"?)]+)/.exec(String(cause)) ?? []
  const timing = performance.getEntriesByType('resource').findLast((entry) => entry.name.split('?')[0] === url)
  return timing instanceof PerformanceResourceTiming && timing.responseStatus === 200
    ? new URL(timing.name).pathname
    : null
}
