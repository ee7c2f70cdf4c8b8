export type RemotePhase = 'load' | 'texts' | 'render' | 'place' | 'late' | 'recovered'

/** A failure of one version of a remote. Has no URL of the page, which may contain a secret. */
export interface RemoteFault {
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

type Listener = (fault: RemoteFault) => void | Promise<void>

const MAX_KEPT = 50

const kept: RemoteFault[] = []
const listeners = new Set<{ listener: Listener }>()

/** Reports failures of all remotes, also the first 50 from before. Returns `unsubscribe`. */
export function onRemoteError(listener: Listener): () => void {
  const subscription = { listener }
  listeners.add(subscription)
  for (const fault of kept) notify(subscription, fault)
  return () => void listeners.delete(subscription)
}

export function tellRemoteFault(fault: RemoteFault): void {
  if (kept.length < MAX_KEPT) kept.push(fault)
  for (const subscription of listeners) notify(subscription, fault)
}

function notify(subscription: { listener: Listener }, fault: RemoteFault): void {
  Promise.resolve()
    .then(() => (listeners.has(subscription) ? subscription.listener(fault) : undefined))
    // oxlint-disable-next-line no-console -- reporting it as a failure would call the listener again
    .catch((cause: unknown) => console.error('a listener of onRemoteError failed', cause))
}
