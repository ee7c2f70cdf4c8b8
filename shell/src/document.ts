import {
  joinLocks,
  type KnownLock,
  type VersionLock,
  type LockedVersion,
  type PageLock,
} from 'contract/version-lock.ts'

// The first module of the bundle: it must run before any style or script is added to the page.

const data = document.getElementById('lock')

export const nonce = data?.nonce ?? ''

__webpack_nonce__ = nonce

const filesOrigin = document.documentElement.dataset['assetsOrigin'] || location.origin

__webpack_public_path__ = `${filesOrigin}/`

// `createHTML` is needed for style text only.
window.trustedTypes?.createPolicy('default', {
  createScriptURL: (url) => ([location.origin, filesOrigin].includes(new URL(url, location.href).origin) ? url : null),
  createHTML: (html) => (html.includes('<') ? null : html),
})

const retryDelay = 500

/** If the rest of the version lock cannot be loaded, the page has only its own remote. */
export async function openLock(): Promise<KnownLock> {
  const { rest, ...own }: PageLock = JSON.parse(data?.textContent ?? '')
  let isWhole = rest.wanted === 'none'
  let now: VersionLock = { ...withUrls(own), isPart: !isWhole }
  let loading = isWhole ? Promise.resolve(now) : undefined
  const listeners = new Set<() => void>()
  const load = () => fetchWhole(rest)
  const show = (next: VersionLock): void => {
    now = next
    for (const listener of listeners) listener()
  }
  const join = async (): Promise<VersionLock> => {
    try {
      const loaded = await load().catch(() => new Promise((resolve) => setTimeout(resolve, retryDelay)).then(load))
      show({ ...joinLocks(now, withUrls(loaded)), isPart: false })
      isWhole = true
    } catch (cause) {
      loading = undefined
      // Shows what is known as if it were complete; the next call of `whole` tries again.
      show({ ...now, isPart: false })
      reportError(new Error('Could not load the rest of the version lock: other remotes are missing', { cause }))
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

const withUrls = (lock: VersionLock): VersionLock => ({ ...lock, remotes: lock.remotes.map(withUrl) })

const withUrl = <T extends LockedVersion & { lastGood?: LockedVersion }>(locked: T): T => ({
  ...locked,
  ...(locked.entry.startsWith('/remotes/') && { entry: `${filesOrigin}${locked.entry}` }),
  ...(locked.lastGood && { lastGood: withUrl(locked.lastGood) }),
})

async function fetchWhole({ url, integrity }: PageLock['rest']): Promise<VersionLock> {
  // Without https there is no `crypto.subtle`, but the browser checks what was not preloaded.
  if (!isSecureContext) return (await fetch(url, { integrity })).json()
  const response = await fetch(url)
  const content = await response.arrayBuffer()
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-384', content))
  if (`sha384-${btoa(String.fromCharCode(...hash))}` !== integrity)
    throw new Error(`The content of ${url} does not match its hash (status ${response.status})`)
  return JSON.parse(new TextDecoder().decode(content))
}
