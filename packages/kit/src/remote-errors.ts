export type RemotePhase = 'load' | 'texts' | 'render' | 'place' | 'late' | 'recovered'

/** A failure of one version of a remote. Has no URL of the page, which may contain a secret. */
export interface RemoteError {
  remote: string
  version: string
  /** `place`: its part of another page. `late`: timers, event handlers and promises. */
  phase: RemotePhase
  error: unknown
  /** Reported the first 5 times, then at 10, 100 and so on. */
  times: number
  /** In phase `recovered`: the version that runs now. */
  instead?: string
}

type Listener = (remoteError: RemoteError) => void | Promise<void>

const MAX_KEPT = 50

const kept: RemoteError[] = []
const subscriptions = new Set<(remoteError: RemoteError) => void>()

/** Reports failures of all remotes, including the first 50 from before. Returns `unsubscribe`. */
export function onRemoteError(listener: Listener): () => void {
  const notify = (remoteError: RemoteError): void => {
    Promise.resolve()
      .then(() => (subscriptions.has(notify) ? listener(remoteError) : undefined))
      // oxlint-disable-next-line no-console -- reporting it as a failure would call the listener again
      .catch((cause: unknown) => console.error('a listener of onRemoteError failed', cause))
  }
  subscriptions.add(notify)
  for (const remoteError of kept) notify(remoteError)
  return () => void subscriptions.delete(notify)
}

export function reportRemoteError(remoteError: RemoteError): void {
  if (kept.length < MAX_KEPT) kept.push(remoteError)
  for (const notify of subscriptions) notify(remoteError)
}
