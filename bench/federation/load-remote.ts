// In the one application: what shell/src/federation/load-remote.ts does by Module Federation is an import.
import { addRemoteTexts } from 'kit'
import type { Remote } from 'kit/remote'
import { useSyncExternalStore } from 'react'
import type * as federated from '../../shell/src/federation/load-remote.ts'

const modules: Record<string, () => Promise<{ remote: Remote }>> = {
  'mf-account': () => import(/* webpackChunkName: "mf-account" */ '../../mf-account/src/remote.tsx'),
  'mf-auth': () => import(/* webpackChunkName: "mf-auth" */ '../../mf-auth/src/remote.tsx'),
  'mf-organization': () => import(/* webpackChunkName: "mf-organization" */ '../../mf-organization/src/remote.tsx'),
}

const loads = new Map<string, Promise<federated.LoadedRemote>>()
const ready = new Set<string>()
const listeners = new Set<() => void>()

export const loadRemote: typeof federated.loadRemote = ({ name }) => {
  const load = loads.get(name) ?? loadNow(name)
  loads.set(name, load)
  return load
}

async function loadNow(name: string): Promise<federated.LoadedRemote> {
  const module = await modules[name]?.()
  if (!module) throw new Error(`${name} is not in the application`)
  const texts = await addRemoteTexts(module.remote.loadMessages, reportError)
  ready.add(name)
  for (const listener of listeners) listener()
  return { ...module.remote, texts }
}

export const preloadRemote: typeof federated.preloadRemote = (locked) => void loadRemote(locked).catch(() => {})

export const isInUse: typeof federated.isInUse = (name) => loads.has(name)

export const useRemoteState: typeof federated.useRemoteState = (name) =>
  useSyncExternalStore(subscribe, () => (ready.has(name) ? 'ready' : loads.has(name) ? 'loading' : undefined))

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
