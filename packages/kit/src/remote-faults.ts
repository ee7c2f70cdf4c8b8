/** What a remote was doing when it failed; `recovered`: the shell runs another version of it in its place. */
export type RemotePhase = 'load' | 'texts' | 'render' | 'place' | 'late' | 'recovered'

/** A fault of one version of a remote. There is no address of the page in it, which may hold a secret. */
export interface RemoteFault {
  remote: string
  version: string
  /**
   * `load`: its files, `texts`: its catalogue, `render`: drawing its pages or loading their data, `place`:
   * what it has in pages that are not its own, `late`: anything that runs later, such as timers, event handlers and promises.
   */
  phase: RemotePhase
  /** As it was thrown, which need not be an `Error`. */
  error: unknown
  /** How often this version has failed here in this way: it is told the first five times, then the tenth, the hundredth and so on. */
  times: number
  /** In the phase `recovered`: the version that runs instead. */
  instead?: string
}

type Listener = (fault: RemoteFault) => void | Promise<void>

/** The first ones are told to listeners that come later: what went wrong first is what explains the rest. */
const KEPT = 50

const told: RemoteFault[] = []
const listeners = new Set<{ listener: Listener }>()

/**
 * Hears of each fault of any remote in this page, those from before included (the first 50), in their order and never while the caller
 * still runs. A listener that throws or rejects is named in the console, and harms nobody. What it answers ends it.
 */
export function onRemoteError(listener: Listener): () => void {
  const subscription = { listener }
  listeners.add(subscription)
  for (const fault of told) tell(subscription, fault)
  return () => void listeners.delete(subscription)
}

/** For the shell, which knows whose fault it is. */
export function tellRemoteFault(fault: RemoteFault): void {
  if (told.length < KEPT) told.push(fault)
  for (const subscription of listeners) tell(subscription, fault)
}

function tell(subscription: { listener: Listener }, fault: RemoteFault): void {
  Promise.resolve()
    .then(() => (listeners.has(subscription) ? subscription.listener(fault) : undefined))
    // oxlint-disable-next-line no-console -- not as another fault, which it would be told of again
    .catch((cause: unknown) => console.error('a listener of onRemoteError failed', cause))
}
