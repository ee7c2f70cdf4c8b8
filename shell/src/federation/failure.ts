import { type RemoteFault, type RemotePhase, tellRemoteFault } from 'kit'

interface RemoteVersion {
  name: string
  version: string
}

/** The only way by which the shell tells of a remote's fault: to the page's console, and to all who listen (`onRemoteError` of kit). */
export function reportFailure(
  { name, version }: RemoteVersion,
  phase: Exclude<RemotePhase, 'recovered'>,
  cause: unknown,
): void {
  const file = phase === 'load' ? refusedFile(cause) : null
  const why = file === null ? '' : `: ${file} is not what was published`
  report(`${name}@${version} ${messages[phase]}${why}`, { remote: name, version, phase, error: cause })
}

/** Tells that `instead` took the place of a version that failed, once, in place of that failure. */
export function reportRecovery({ name, version }: RemoteVersion, instead: string, cause: unknown): void {
  report(`recovered ${name} ${version} → ${instead}`, {
    remote: name,
    version,
    phase: 'recovered',
    error: cause,
    instead,
  })
}

const messages = {
  load: 'could not be loaded',
  texts: 'has no texts',
  render: 'failed',
  slot: 'failed in a slot',
  late: 'failed later',
}

function report(message: string, fault: RemoteFault): void {
  reportError(new Error(message, { cause: fault.error }))
  tellRemoteFault(fault)
}

/** Of a file with a wrong hash the browser says no more than that it did not load; its timing tells that it came all the same. */
function refusedFile(cause: unknown): string | null {
  const [, url] = /(?:Failed to load script "|\(error: )([^"?)]+)/.exec(String(cause)) ?? []
  const timing = performance.getEntriesByType('resource').findLast((entry) => entry.name.split('?')[0] === url)
  return timing instanceof PerformanceResourceTiming && timing.responseStatus === 200
    ? new URL(timing.name).pathname
    : null
}
