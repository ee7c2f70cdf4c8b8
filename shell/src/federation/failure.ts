import type { RemotePhase } from 'kit'
import type * as ErrorLog from './error-log.ts'
import type { PageRouter } from 'kit/shell'
import type { KnownLock, LockedRemote } from 'contract/version-lock.ts'
import { reportedPage } from './reported-page.ts'

// Only what must be present before the first error; that error loads the rest (error-log.ts).

const reported = new Set<unknown>()

/** Milliseconds until the log is loaded again after a failure, for instance while offline. */
const RETRY_DELAY = 5000
const MAX_LINES = 20

let loading: Promise<typeof ErrorLog | null> | undefined
let lines = 0

const loadLog = () =>
  (loading ??= import('./error-log.ts').catch(() => {
    setTimeout(() => (loading = undefined), RETRY_DELAY)
    lines = 0
    return null
  }))

const write = (message: string, error: unknown): void => {
  // oxlint-disable-next-line no-console -- see above
  if (lines++ < MAX_LINES) console.error(message, error)
}

export function reportFailure(
  { name: remote, version }: Pick<LockedRemote, 'name' | 'version'>,
  phase: Exclude<RemotePhase, 'recovered'>,
  error: unknown,
): void {
  void holdReport(error).then((log) => {
    if (log) log.logRemoteError({ remote, version, phase, error })
    else write(`${remote}@${version} ${phase}`, error)
  })
}

/** Keeps error boundaries from reporting `cause` as well. */
export function holdReport(cause: unknown): Promise<typeof ErrorLog | null> {
  reported.add(cause)
  setTimeout(() => reported.delete(cause))
  return loadLog()
}

export function watchRemotes(lock: KnownLock, router: PageRouter): void {
  Object.assign(reportedPage, { lock, router })
  addEventListener('error', (event) => {
    const phase = document.currentScript ? 'load' : 'late'
    const { filename, lineno, colno } = event
    if (delegateToLog(event.error ?? event.message, `${filename}:${lineno}:${colno}`, phase)) event.preventDefault()
  })
  addEventListener('unhandledrejection', (event) => {
    if (delegateToLog(event.reason, '', 'late')) event.preventDefault()
  })
}

export const reportCaught = (error: unknown): void =>
  queueMicrotask(() => {
    if (!reported.has(error) && !delegateToLog(error, '', 'render')) reportError(error)
  })

/** If a remote may have caused the error, logs it instead of the browser and returns true. */
function delegateToLog(error: unknown, file: string, phase: RemotePhase): boolean {
  const stacks = [error, Object(error).cause, Object(error).errors?.[0]].map((each) => Object(each).stack)
  if (!/\/(remotes|registry\/previews)\//.test(`${file} ${stacks}`)) return false
  void loadLog().then((log) => {
    if (log) log.logError(error, file, phase, reportedPage.lock.now)
    else write('Uncaught', error)
  })
  return true
}
