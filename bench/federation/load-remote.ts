// Replaces shell/src/federation/load-remote.ts: imports remotes instead of using Module Federation.
import { addRemoteTexts } from 'kit/shell'
import type { Remote } from 'kit/remote'
import { useSyncExternalStore } from 'react'
import type * as federated from 'shell/load-remote'

const modules: Record<string, () => Promise<{ remote: Remote }>> = {
  'mf-account': () => import(/* webpackChunkName: "mf-account" */ 'mf-account/remote'),
  'mf-admin': () => import(/* webpackChunkName: "mf-admin" */ 'mf-admin/remote'),
  'mf-auth': () => import(/* webpackChunkName: "mf-auth" */ 'mf-auth/remote'),
  'mf-organization': () => import(/* webpackChunkName: "mf-organization" */ 'mf-organization/remote'),
}

const loads = new Map<string, Promise<federated.LoadedRemote>>()
const loaded = new Map<string, federated.LoadedRemote>()
const listeners = new Set<() => void>()

export const loadRemote: typeof federated.loadRemote = (locked) => {
  const load = loads.get(locked.name) ?? loadNow(locked)
  loads.set(locked.name, load)
  return load
}

const loadNow: typeof federated.loadRemote = async (locked) => {
  const module = await modules[locked.name]?.()
  if (!module) throw new Error(`${locked.name} is not in the application`)
  const texts = await addRemoteTexts(module.remote.loadMessages, reportError)
  const remote = { ...module.remote, locked, texts, drawn: new Set<string>() }
  loaded.set(locked.name, remote)
  for (const listener of listeners) listener()
  return remote
}

export const preloadRemote: typeof federated.preloadRemote = (locked) => void loadRemote(locked).catch(() => {})

export const versionsInUse: typeof federated.versionsInUse = ({ name, version }) => (loads.has(name) ? [version] : [])

export const loadedRemote: typeof federated.loadedRemote = (name) => loaded.get(name)

export const useLoadedRemote: typeof federated.useLoadedRemote = (name) =>
  useSyncExternalStore(subscribe, () => loaded.get(name))

export const useRemoteState: typeof federated.useRemoteState = (name) =>
  useSyncExternalStore(subscribe, () => (loaded.has(name) ? 'ready' : loads.has(name) ? 'loading' : undefined))

// One application has one version of each remote, and no fallback.
export const PAGE: typeof federated.PAGE = 'page'
export const isReplaceable: typeof federated.isReplaceable = () => false
export const replaceRemote: typeof federated.replaceRemote = () => {}
export const forgetRemote: typeof federated.forgetRemote = () => {}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
