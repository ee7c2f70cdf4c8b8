import {
  getInstance,
  loadRemote as loadModule,
  registerPlugins,
  registerRemotes,
} from '@module-federation/enhanced/runtime'
import { addRemoteTexts, type RemoteTexts } from 'kit'
import type { Remote } from 'kit/remote'
import { useSyncExternalStore } from 'react'
import { reportFailure } from './failure.ts'
import { admitScript, inTime, loadingRules, retryFaults } from './loading-rules.ts'
import type { LockedRemote } from './lock.ts'

type RemoteState = 'loading' | 'ready' | 'failed'

/** A remote with its texts, which everything that it draws stands in. */
export interface LoadedRemote extends Remote {
  texts: RemoteTexts
}

const loads = new Map<string, Promise<LoadedRemote>>()
const states = new Map<string, RemoteState>()
const listeners = new Set<() => void>()

registerPlugins([loadingRules])
// By itself the runtime takes one version of a module only; a shell may provide kit in two (shell/build/federation.ts).
void getInstance()?.initializeSharing()

/**
 * Loads a remote and its texts, once for all who ask. Rejects when nothing is heard of it for five seconds; nothing of a failed
 * load stays behind, so that calling it again is a full retry. What comes after that is taken all the same.
 */
export function loadRemote(locked: LockedRemote): Promise<LoadedRemote> {
  const known = loads.get(locked.name)
  if (known) return known
  const work = loadNow(locked)
  const load = inTime(locked, work)
  loads.set(locked.name, load)
  setState(locked.name, 'loading')
  load.then(
    () => setState(locked.name, 'ready'),
    (cause: unknown) => {
      loads.delete(locked.name)
      setState(locked.name, 'failed')
      reportFailure(locked, 'load', cause)
      void work.then(() => takeLate(locked.name, work)).catch(() => {})
    },
  )
  return load
}

function takeLate(name: string, work: Promise<LoadedRemote>): void {
  if (loads.has(name)) return
  loads.set(name, work)
  setState(name, 'ready')
}

/** Starts loading before it is needed, for instance when a link gets the focus; a failure shows when it is needed. */
export function preloadRemote(locked: LockedRemote): void {
  loadRemote(locked).catch(() => {})
}

/** Whether this page has asked for a remote: of others it runs nothing. */
export const isInUse = (name: string): boolean => states.has(name)

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

async function loadNow(locked: LockedRemote): Promise<LoadedRemote> {
  const { name, entry, integrity, container = name.replaceAll('-', '_') } = locked
  admitScript(new URL(entry, location.href).href, integrity)
  registerRemotes([{ name: container, entry }])
  // Two files in a row, the container's and the module's; what has loaded is not asked for again.
  const remote = remoteOf(await retryFaults(2, () => loadModule(`${container}/remote`)))
  if (!remote) throw new Error('its module ./remote does not export "remote" with routes and loadMessages')
  const load = (language: string) => inTime(locked, remote.loadMessages(language))
  const texts = await retryFaults(1, () => addRemoteTexts(load, (cause) => reportFailure(locked, 'texts', cause)))
  return { ...remote, texts }
}

function remoteOf(module: unknown): Remote | null {
  if (!isObject(module) || !('remote' in module)) return null
  return isRemote(module.remote) ? module.remote : null
}

function isRemote(value: unknown): value is Remote {
  if (!isObject(value) || !('routes' in value) || !('loadMessages' in value)) return false
  const { routes, loadMessages } = value
  return Array.isArray(routes) && routes.every(isObject) && typeof loadMessages === 'function'
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
