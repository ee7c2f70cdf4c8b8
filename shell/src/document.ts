import { joinLocks, type KnownLock, type Lock, type LockedVersion, type PageLock } from 'contract/lock.ts'

// The first module of the bundle: what it sets has to stand before any style or script is added to the page.

const data = document.getElementById('lock')

export const nonce = data?.nonce ?? ''

__webpack_nonce__ = nonce

/** Where files of versions are asked for, if not here (ASSETS_ORIGIN); a server of an older release leaves the place as it is. */
const { assetsOrigin = '' } = document.documentElement.dataset
const filesAt = assetsOrigin.startsWith('http') ? assetsOrigin : location.origin

__webpack_public_path__ = `${filesAt}/`

/** Trusted Types: scripts only from this origin, and from the one that has its files; style text, which has no markup, is the only HTML. */
window.trustedTypes?.createPolicy('default', {
  createScriptURL: (url) => ([location.origin, filesAt].includes(new URL(url, location.href).origin) ? url : null),
  createHTML: (html) => (html.includes('<') ? null : html),
})

/** Before a file of which the first attempt failed is asked for again, in milliseconds. */
const pause = 500

/**
 * What this page runs; the shell's server has parsed each part of it. The rest is on its way since the document was read, or waits until it
 * is wanted. Without it the page has its own remote only.
 */
export async function openLock(): Promise<KnownLock> {
  const { rest, ...own }: PageLock = JSON.parse(data?.textContent ?? '')
  let isWhole = rest.wanted === 'none'
  let now: Lock = { ...withUrls(own), isPart: !isWhole }
  let loading = isWhole ? Promise.resolve(now) : undefined
  const listeners = new Set<() => void>()
  const load = () => fetchWhole(rest)
  const show = (next: Lock): void => {
    now = next
    for (const listener of listeners) listener()
  }
  const join = async (): Promise<Lock> => {
    try {
      const loaded = await load().catch(() => new Promise((resolve) => setTimeout(resolve, pause)).then(load))
      show({ ...joinLocks(now, withUrls(loaded)), isPart: false })
      isWhole = true
    } catch (cause) {
      loading = undefined
      // What is known is all that there is, until somebody asks for the rest again.
      show({ ...now, isPart: false })
      reportError(new Error('the other remotes are not known: the rest of the lock could not be loaded', { cause }))
    }
    return now
  }
  const lock: KnownLock = {
    get now() {
      return now
    },
    get isWhole() {
      return isWhole
    },
    whole: () => (loading ??= join()),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  if (rest.wanted !== 'later') await lock.whole()
  return lock
}

const withUrls = (lock: Lock): Lock => ({ ...lock, remotes: lock.remotes.map(withUrl) })

const withUrl = <T extends LockedVersion & { lastGood?: LockedVersion }>(locked: T): T => ({
  ...locked,
  ...(locked.entry.startsWith('/remotes/') && { entry: `${filesAt}${locked.entry}` }),
  ...(locked.lastGood && { lastGood: withUrl(locked.lastGood) }),
})

async function fetchWhole({ url, integrity }: PageLock['rest']): Promise<Lock> {
  const response = await fetch(url)
  const content = await response.arrayBuffer()
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-384', content))
  if (`sha384-${btoa(String.fromCharCode(...hash))}` !== integrity)
    throw new Error(`${url} has another content (${response.status})`)
  return JSON.parse(new TextDecoder().decode(content))
}
