import {
  getInstance,
  loadRemote as loadModule,
  registerPlugins,
  registerRemotes,
} from '@module-federation/enhanced/runtime'
import { addCatalogue } from 'kit'
import type { Remote } from 'kit/remote'
import { useSyncExternalStore } from 'react'
import { reportFailure } from './failure.ts'
import { admitScript, loadingRules, retryInTime, startClock } from './loading-rules.ts'
import type { LockedRemote } from './lock.ts'

type RemoteState = 'loading' | 'ready' | 'failed'

const loads = new Map<string, Promise<Remote>>()
const states = new Map<string, RemoteState>()
const listeners = new Set<() => void>()

registerPlugins([loadingRules])
// By itself the runtime takes one version of a module only; a shell may provide kit in two (shell/build/federation.ts).
void getInstance()?.initializeSharing()

/**
 * Loads a remote and its texts, once for all who ask. Rejects after five seconds at the latest; nothing of a failed
 * load stays behind, so that calling it again is a full retry.
 */
export function loadRemote(locked: LockedRemote): Promise<Remote> {
  const known = loads.get(locked.name)
  if (known) return known
  const container = locked.container ?? locked.name.replaceAll('-', '_')
  const load = Promise.race([startClock(container), loadNow(container, locked)])
  loads.set(locked.name, load)
  setState(locked.name, 'loading')
  load.then(
    () => setState(locked.name, 'ready'),
    (cause: unknown) => {
      loads.delete(locked.name)
      setState(locked.name, 'failed')
      reportFailure(locked, 'load', cause)
    },
  )
  return load
}

/** Starts loading before it is needed, for instance when a link gets the focus; a failure shows when it is needed. */
export function preloadRemote(locked: LockedRemote): void {
  loadRemote(locked).catch(() => {})
}

/** What became of the load of a remote; the component follows each change. */
export function useRemoteState(name: string): RemoteState | undefined {
  return useSyncExternalStore(subscribe, () => states.get(name))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setState(name: string, state: RemoteState): void {
  states.set(name, state)
  for (const listener of listeners) listener()
}

async function loadNow(container: string, { entry, integrity }: LockedRemote): Promise<Remote> {
  admitScript(new URL(entry, location.href).href, integrity)
  registerRemotes([{ name: container, entry }])
  // Two files in a row, the container's and the module's; what has loaded is not asked for again.
  const remote = remoteOf(await retryInTime(container, 2, () => loadModule(`${container}/remote`)))
  if (!remote) throw new Error('its module ./remote does not export "remote" with routes and loadMessages')
  await retryInTime(container, 1, () => addCatalogue(remote.loadMessages))
  return remote
}

function remoteOf(module: unknown): Remote | null {
  if (typeof module !== 'object' || module === null || !('remote' in module)) return null
  return isRemote(module.remote) ? module.remote : null
}

function isRemote(value: unknown): value is Remote {
  if (typeof value !== 'object' || value === null || !('routes' in value) || !('loadMessages' in value)) return false
  return Array.isArray(value.routes) && typeof value.loadMessages === 'function'
}
