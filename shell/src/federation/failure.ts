import type { RemoteFault, RemotePhase } from 'kit'
import type * as FaultLog from './fault-log.ts'
import type { KnownLock } from 'contract/lock.ts'

// Of what tells whose fault an error is, the part that has to be there before the first one. The rest is loaded with that.

interface RemoteVersion {
  name: string
  version: string
}

/** What is told of in this turn of the event loop. */
const reported = new Set<unknown>()

/** Milliseconds until the rest is asked for again that could not be loaded: offline, for instance. */
const PAUSE = 5000
/** So many lines are written without it. */
const LINES = 20

let loading: Promise<typeof FaultLog | null> | undefined
let lines = 0

const loadLog = () =>
  (loading ??= import('./fault-log.ts').catch(() => {
    setTimeout(() => (loading = undefined), PAUSE)
    lines = 0
    return null
  }))

/** The page's log, for what the rest has not written. */
const write = (message: string, error: unknown): void => {
  // oxlint-disable-next-line no-console -- see above
  if (lines++ < LINES) console.error(message, error)
}

/** The only way by which the shell tells of a remote's fault: to the page's console, and to all who listen (`onRemoteError` of kit). */
export function reportFailure(
  { name, version }: RemoteVersion,
  phase: Exclude<RemotePhase, 'recovered'>,
  cause: unknown,
): void {
  report({ remote: name, version, phase, error: cause })
}

/** For whoever tells of it by the log: the boundary that has caught it does not. Answers the log, if it can be had. */
export function holdReport(cause: unknown): Promise<typeof FaultLog | null> {
  reported.add(cause)
  setTimeout(() => reported.delete(cause))
  return loadLog()
}

function report(fault: Omit<RemoteFault, 'times'>): void {
  void holdReport(fault.error).then((log) => {
    if (log) log.logFault(fault)
    else write(`${fault.remote}@${fault.version} ${fault.phase}`, fault.error)
  })
}

let lock: Pick<KnownLock, 'now'> = { now: { remotes: [] } }

/** From now on what a remote throws in a timer, an event handler or a promise is told of as its fault. */
export function watchRemotes(present: KnownLock): void {
  lock = present
  addEventListener('error', (event) => {
    const phase = document.currentScript ? 'load' : 'late'
    if (takes(event.error ?? event.message, event.filename, phase)) event.preventDefault()
  })
  addEventListener('unhandledrejection', (event) => {
    if (takes(event.reason, '', 'late')) event.preventDefault()
  })
}

/** What a boundary has caught, for React's root: is told of unless the boundary has done so. */
export const hearCaught = (error: unknown): void =>
  queueMicrotask(() => {
    if (!reported.has(error) && !takes(error, '', 'render')) reportError(error)
  })

/** Whether a remote may be at fault, so that the log finds out and writes the line that otherwise the browser writes. */
function takes(error: unknown, file: string, phase: RemotePhase): boolean {
  const stacks = [error, Object(error).cause, Object(error).errors?.[0]].map((each) => Object(each).stack)
  if (!/\/(remotes|registry\/previews)\//.test(`${file} ${stacks}`)) return false
  void loadLog().then((log) => {
    if (log) log.logError(error, file, phase, lock.now)
    else write('Uncaught', error)
  })
  return true
}
