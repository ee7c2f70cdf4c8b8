import type { Lock } from './federation/lock.ts'

// The first module of the bundle: what it sets has to stand before any style or script is added to the page.

const data = document.getElementById('lock')

/** The nonce of this document's Content-Security-Policy. */
export const nonce = data?.nonce ?? ''

/** What this page runs. The shell's server, of the same build, has parsed each part of it. */
export const lock: Lock = JSON.parse(data?.textContent ?? '{"remotes":[]}')

__webpack_nonce__ = nonce

/** Trusted Types: scripts only from this origin; style text, which has no markup, is the only HTML. */
window.trustedTypes?.createPolicy('default', {
  createScriptURL: (url) => (new URL(url, location.href).origin === location.origin ? url : null),
  createHTML: (html) => (html.includes('<') ? null : html),
})
