import { registerPlugins, registerRemotes, loadRemote as loadContainer } from '@module-federation/enhanced/runtime'
import { addCatalogue } from 'kit'
import type { Remote } from 'kit/remote'
import { useSyncExternalStore } from 'react'
import type { LockedRemote } from './lock.ts'

/** No remote may keep a visitor waiting longer than this, whatever it is that hangs. */
const TIMEOUT_MS = 5000

export type RemoteState = 'loading' | 'ready' | 'failed'

const loads = new Map<string, Promise<Remote>>()
const states = new Map<string, RemoteState>()
const listeners = new Set<() => void>()

registerPlugins([{ name: 'time-out', createScript: ({ url }) => createScript(url) }])

/** Tells the federation runtime where the containers of a lock are; loads none of them. */
export function registerLock(remotes: LockedRemote[]): void {
  registerRemotes(remotes.map(containerOf))
}

/**
 * Loads a remote and its texts, once for all who ask. Rejects after five seconds at the latest; nothing of a failed
 * load stays behind, so that calling it again is a full retry.
 */
export function loadRemote(locked: LockedRemote): Promise<Remote> {
  const known = loads.get(locked.name)
  if (known) return known
  // The runtime remembers an entry that failed; registering the remote anew makes it forget.
  if (states.get(locked.name) === 'failed') registerRemotes([containerOf(locked)], { force: true })
  const load = withTimeout(loadNow(locked), `${locked.name}@${locked.version} did not load in time`)
  loads.set(locked.name, load)
  setState(locked.name, 'loading')
  load.then(
    () => setState(locked.name, 'ready'),
    (cause: unknown) => {
      loads.delete(locked.name)
      setState(locked.name, 'failed')
      reportError(new Error(`${locked.name}@${locked.version} could not be loaded`, { cause }))
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

const containerName = ({ name }: LockedRemote) => name.replaceAll('-', '_')

const containerOf = (locked: LockedRemote) => ({
  name: containerName(locked),
  entry: new URL(locked.entry, location.origin).href,
})

async function loadNow(locked: LockedRemote): Promise<Remote> {
  const remote = remoteOf(await loadContainer<unknown>(`${containerName(locked)}/remote`))
  if (!remote) throw new Error('its module ./remote does not export "remote" with routes and loadMessages')
  await addCatalogue(remote.loadMessages)
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

function createScript(url: string) {
  const script = document.createElement('script')
  script.src = url
  return { script, timeout: TIMEOUT_MS }
}

function withTimeout<T>(promise: Promise<T>, message: string): Promise<T> {
  const timeout = new Promise<never>((_resolve, reject) => setTimeout(() => reject(new Error(message)), TIMEOUT_MS))
  return Promise.race([promise, timeout])
}
