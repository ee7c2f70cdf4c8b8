import {
  getInstance,
  loadRemote as loadModule,
  registerPlugins,
  registerRemotes,
} from '@module-federation/enhanced/runtime'
import { addRemoteTexts, createListeners, type RemoteTexts } from 'kit/shell'
import type { Remote } from 'kit/remote'
import { useSyncExternalStore } from 'react'
import { holdReport, reportFailure } from './failure.ts'
import { admitScript, inTime, loadingRules, retryFaults } from './loading-rules.ts'
import type { LockedRemote } from 'contract/lock.ts'

type DrawingPhase = 'render' | 'place'
type RemoteState = 'loading' | 'ready' | 'failed'

export interface LoadedRemote extends Remote {
  locked: LockedRemote
  /** The version of the lock, where that failed and this one took its place. */
  insteadOf?: string
  texts: RemoteTexts
  /** Where it has drawn something without a fault. */
  drawn: Set<string>
}

const loads = new Map<string, Promise<LoadedRemote>>()
const loaded = new Map<string, LoadedRemote>()
const states = new Map<string, RemoteState>()
const { subscribe, notify } = createListeners()

registerPlugins([loadingRules])
// By itself the runtime takes one version of a module only; a shell may provide kit in two (shell/build/federation.ts).
void getInstance()?.initializeSharing()

/**
 * Loads a remote and its texts, once for all who ask; its last good version where the one of the lock fails. A version fails when nothing
 * is heard of it for five seconds. Rejects when both do; nothing of a failed load stays behind, so that calling it again is a full retry.
 * What comes after that is taken all the same.
 */
export function loadRemote(locked: LockedRemote): Promise<LoadedRemote> {
  const known = loads.get(locked.name)
  if (known) return known
  const work = loadNow(locked)
  const load = inTime(locked, work).catch((cause: unknown) => {
    work.then((late) => (loads.has(locked.name) ? late.texts.forget() : take(work, late))).catch(() => {})
    return recover(locked, 'load', cause)
  })
  return follow(locked.name, load)
}

/** Lets the last good version take the place of one that stands for its remote and has failed. */
export function replaceRemote({ locked }: LoadedRemote, phase: DrawingPhase, cause: unknown): void {
  forgetRemote(locked.name)
  follow(locked.name, recover(locked, phase, cause)).catch(() => {})
}

/**
 * Whether what failed in a `place` is replaced: where it was the first that is drawn there. What stands in a page that is not the
 * remote's own replaces nothing that is shown.
 */
export function isReplaceable({ locked, drawn }: Pick<LoadedRemote, 'locked' | 'drawn'>, place: string): boolean {
  const isOwnPage = place === PAGE || place.startsWith(PARTS)
  const rivals = [...drawn].filter((each) => !isOwnPage || (place === PAGE ? each === PAGE : each.startsWith(PARTS)))
  return locked.lastGood !== undefined && navigator.onLine && rivals.length === 0
}

/** The place of a remote's pages; what they draw by places of their own is called `page/…`, and what stands elsewhere otherwise. */
export const PAGE = 'page'
const PARTS = `${PAGE}/`

/** From now on nothing stands for a remote; who asks for it gets the version of the lock again, if that can be had. */
export function forgetRemote(name: string): void {
  loaded.get(name)?.texts.forget()
  loads.delete(name)
  loaded.delete(name)
  setState(name, 'loading')
}

/** Starts loading before it is needed, for instance when a link gets the focus; a failure shows when it is needed. */
export function preloadRemote(locked: LockedRemote): void {
  loadRemote(locked).catch(() => {})
}

/** What this page runs of a remote: its version of the lock, and one that stands in its place; nothing before anybody asked for it. */
export const versionsInUse = ({ name, version }: LockedRemote): string[] =>
  states.has(name) ? [...new Set([version, loaded.get(name)?.locked.version ?? version])] : []

export const loadedRemote = (name: string): LoadedRemote | undefined => loaded.get(name)

export function useLoadedRemote(name: string): LoadedRemote | undefined {
  return useSyncExternalStore(subscribe, () => loaded.get(name))
}

/** What became of the load of a remote; the component follows each change. */
export function useRemoteState(name: string): RemoteState | undefined {
  return useSyncExternalStore(subscribe, () => states.get(name))
}

function setState(name: string, state: RemoteState): void {
  states.set(name, state)
  notify()
}

function follow(name: string, load: Promise<LoadedRemote>): Promise<LoadedRemote> {
  loads.set(name, load)
  setState(name, 'loading')
  load.then(
    (remote) => loads.get(name) === load && take(load, remote),
    () => {
      if (loads.get(name) !== load) return
      loads.delete(name)
      setState(name, 'failed')
    },
  )
  return load
}

function take(load: Promise<LoadedRemote>, remote: LoadedRemote): void {
  const { name } = remote.locked
  loads.set(name, load)
  loaded.set(name, remote)
  setState(name, 'ready')
}

/** The last good version, if that can be had; the failure is told of either way. */
async function recover(failed: LockedRemote, phase: 'load' | DrawingPhase, cause: unknown): Promise<LoadedRemote> {
  const log = await holdReport(cause)
  if (log) return log.recover(failed, { phase, error: cause }, loadInTime, log.logFault)
  reportFailure(failed, phase, cause)
  throw cause
}

const loadInTime = (locked: LockedRemote): Promise<LoadedRemote> => inTime(locked, loadNow(locked))

async function loadNow(locked: LockedRemote): Promise<LoadedRemote> {
  const { name, entry, integrity, container = name.replaceAll('-', '_') } = locked
  admitScript(new URL(entry, location.href).href, integrity)
  registerRemotes([{ name: container, entry }])
  // Two files in a row, the container's and the module's; what has loaded is not asked for again.
  const remote = remoteOf(await retryFaults(2, () => loadModule(`${container}/remote`)))
  if (!remote) throw new Error('its module ./remote does not export "remote" with routes and loadMessages')
  const load = (language: string) => inTime(locked, remote.loadMessages(language))
  const texts = await retryFaults(1, () => addRemoteTexts(load, (cause) => reportFailure(locked, 'texts', cause)))
  return { ...remote, locked, texts, drawn: new Set() }
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
