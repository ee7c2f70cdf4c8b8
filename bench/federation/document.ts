// Replaces shell/src/document.ts: the one application knows its remotes and needs no version lock.
import type * as federated from 'shell/document'
import type { LockedRemote } from 'contract/version-lock.ts'

declare const REMOTES: LockedRemote[]

export const nonce: typeof federated.nonce = document.getElementById('lock')?.nonce ?? ''

__webpack_nonce__ = nonce

window.trustedTypes?.createPolicy('default', {
  createScriptURL: (url) => (new URL(url, location.href).origin === location.origin ? url : null),
  createHTML: (html) => (html.includes('<') ? null : html),
})

export const openLock: typeof federated.openLock = async () => {
  const now = { remotes: REMOTES }
  return { now, isWhole: true, whole: async () => now, subscribe: () => () => {} }
}
