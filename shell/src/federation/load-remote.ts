import {
  getInstance,
  loadRemote as loadModule,
  registerPlugins,
  registerRemotes,
} from '@module-federation/enhanced/runtime'
import { addRemoteTexts, createListeners, type RemoteTexts } from 'kit/shell'
import type { RouteObject } from 'kit'
import type { Remote } from 'kit/remote'
import { useSyncExternalStore } from 'react'
import { holdReport, reportFailure } from './failure.ts'
import { admitScript, withTimeout, loadingRules, retryLoad } from './loading-rules.ts'
import type { LockedRemote } from 'contract/version-lock.ts'

type DrawingPhase = 'render' | 'place'
type RemoteState = 'loading' | 'ready' | 'failed'

export interface LoadedRemote extends Remote {
  locked: LockedRemote
  /** The locked version, if it failed and this is the fallback. */
  insteadOf?: string
  /** The path of the screen that failed, if the version itself is well: others run it. */
  only?: string | undefined
  texts: RemoteTexts
  drawn: Set<string>
}

const loads = new Map<string, Promise<LoadedRemote>>()
const loaded = new Map<string, LoadedRemote>()
const states = new Map<string, RemoteState>()
const { subscribe, notify } = createListeners()

registerPlugins([loadingRules])
// Without this, the runtime uses only one version of a module; a shell may provide two of kit.
void getInstance()?.initializeSharing()

// Falls back to the last good version after an error or five seconds without progress. A version
// that arrives later is still used if nothing else was loaded.
export function loadRemote(locked: LockedRemote): Promise<LoadedRemote> {
  const known = loads.get(locked.name)
  if (known) return known
  const work = loadVersion(locked)
  const load = withTimeout(locked, work).catch((cause: unknown) => {
    work.then((late) => (loads.has(locked.name) ? late.texts.forget() : accept(work, late))).catch(() => {})
    return recover(locked, 'load', cause)
  })
  return track(locked.name, load)
}

export function replaceRemote({ locked }: LoadedRemote, phase: DrawingPhase, cause: unknown, only?: string): void {
  forgetRemote(locked.name)
  const fallback = recover(locked, phase, cause).then((remote) => ({ ...remote, only }))
  track(locked.name, fallback).catch(() => {})
}

/** After the screen that failed, the next one is of the locked version again. */
export function leaveFallback(name: string, pathname: string): void {
  const only = loaded.get(name)?.only
  if (only !== undefined && only !== pathname) forgetRemote(name)
}

/** Whether to use the fallback version: only before anything that it would replace was shown. */
export function isReplaceable({ locked, drawn }: Pick<LoadedRemote, 'locked' | 'drawn'>, place: string): boolean {
  const isScreen = place.startsWith(SCREEN)
  const isOwnPage = isScreen || place.startsWith(PARTS)
  const affected = [...drawn].filter((each) => !isOwnPage || (isScreen ? each === place : each.startsWith(PARTS)))
  return locked.lastGood !== undefined && navigator.onLine && affected.length === 0
}

/** A remote's own screens are `page /path`, and its parts within them `page/…`. */
export const PAGE = 'page'
export const SCREEN = `${PAGE} `
const PARTS = `${PAGE}/`

/** The next load tries the locked version again. */
export function forgetRemote(name: string): void {
  loaded.get(name)?.texts.forget()
  loads.delete(name)
  loaded.delete(name)
  setState(name, 'loading')
}

export function preloadRemote(locked: LockedRemote): void {
  loadRemote(locked).catch(() => {})
}

/** Includes the fallback in use; empty if the remote was never needed. */
export const versionsInUse = ({ name, version }: LockedRemote): string[] =>
  states.has(name) ? [...new Set([version, loaded.get(name)?.locked.version ?? version])] : []

export const loadedRemote = (name: string): LoadedRemote | undefined => loaded.get(name)

export function useLoadedRemote(name: string): LoadedRemote | undefined {
  return useSyncExternalStore(subscribe, () => loaded.get(name))
}

export function useRemoteState(name: string): RemoteState | undefined {
  return useSyncExternalStore(subscribe, () => states.get(name))
}

function setState(name: string, state: RemoteState): void {
  states.set(name, state)
  notify()
}

function track(name: string, load: Promise<LoadedRemote>): Promise<LoadedRemote> {
  loads.set(name, load)
  setState(name, 'loading')
  load.then(
    (remote) => loads.get(name) === load && accept(load, remote),
    () => {
      if (loads.get(name) !== load) return
      loads.delete(name)
      setState(name, 'failed')
    },
  )
  return load
}

function accept(load: Promise<LoadedRemote>, remote: LoadedRemote): void {
  const { name } = remote.locked
  loads.set(name, load)
  loaded.set(name, remote)
  setState(name, 'ready')
}

async function recover(failed: LockedRemote, phase: 'load' | DrawingPhase, cause: unknown): Promise<LoadedRemote> {
  const log = await holdReport(cause)
  if (log) return log.recover(failed, { phase, error: cause }, loadInTime, log.logRemoteError)
  reportFailure(failed, phase, cause)
  throw cause
}

const loadInTime = (locked: LockedRemote): Promise<LoadedRemote> => withTimeout(locked, loadVersion(locked))

async function loadVersion(locked: LockedRemote): Promise<LoadedRemote> {
  const { container, entry, integrity } = locked
  admitScript(new URL(entry, location.href).href, integrity)
  registerRemotes([{ name: container, entry }])
  // Two files in a row, the container and the module. Loaded files are not fetched again.
  const { remote }: { remote?: unknown } = Object(await retryLoad(2, () => loadModule(`${container}/remote`)))
  if (!isRemote(remote)) throw new Error('The module ./remote does not export "remote" with routes and loadMessages')
  const load = (language: string) => withTimeout(locked, remote.loadMessages(language))
  const texts = await retryLoad(1, () => addRemoteTexts(load, (cause) => reportFailure(locked, 'texts', cause)))
  const routes = locked.routes.some(({ scope }) => scope) ? await addOrganizationPages(remote.routes) : remote.routes
  return { ...remote, routes, locked, texts, drawn: new Set() }
}

const addOrganizationPages = async (routes: RouteObject[]): Promise<RouteObject[]> =>
  (await import(/* webpackChunkName: "rights" */ '../navigation/organization-pages.ts')).addOrganizationPages(routes)

function isRemote(value: unknown): value is Remote {
  const { routes, loadMessages }: { routes?: unknown; loadMessages?: unknown } = Object(value)
  return Array.isArray(routes) && routes.every(isObject) && typeof loadMessages === 'function'
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
