// In the place of how Module Federation loads containers of any kind, in browsers and elsewhere. Ours are scripts, which the plugins of the
// shell make (shell/src/federation/loading-rules.ts).

interface RemoteInfo {
  name: string
  entry: string
  type?: string
  entryGlobalName?: string
  shareScope?: string
}

interface Request {
  remoteInfo: RemoteInfo & { entryGlobalName: string }
  remoteEntryExports?: object
  origin: {
    loaderHook: { lifecycle: { createScript: { emit: (asked: object) => { script: HTMLScriptElement } | undefined } } }
  }
}

const page: Record<string, unknown> & Window = Object(globalThis)
const loads = new Map<string, Promise<unknown>>()

export const getRemoteEntryUniqueKey = ({ name, entry }: RemoteInfo): string => `${name}:${entry}`

export const getRemoteInfo = (remote: RemoteInfo): RemoteInfo => ({
  type: 'global',
  entryGlobalName: remote.name,
  shareScope: 'default',
  ...remote,
})

/** The container of a remote, loaded once; again, if it could not be. */
export function getRemoteEntry({ remoteInfo, remoteEntryExports, origin }: Request): unknown {
  const { entry, entryGlobalName } = remoteInfo
  const known = remoteEntryExports ?? page[entryGlobalName]
  if (known) return known
  const key = getRemoteEntryUniqueKey(remoteInfo)
  const make = () => origin.loaderHook.lifecycle.createScript.emit({ url: entry, remoteInfo })?.script ?? plain(entry)
  const load = loads.get(key) ?? run(make())
  loads.set(key, load)
  return load
    .then(() => page[entryGlobalName] ?? Promise.reject(new Error(`"${entry}" has no container ${entryGlobalName}`)))
    .catch((cause: unknown) => {
      loads.delete(key)
      throw cause
    })
}

const plain = (src: string) => Object.assign(document.createElement('script'), { src, crossOrigin: 'anonymous' })

function run(script: HTMLScriptElement): Promise<void> {
  return new Promise((resolve, reject) => {
    let thrown: unknown
    const note = ({ filename, error }: ErrorEvent): void => {
      if (filename === script.src) thrown = error
    }
    const settle = (isLoaded: boolean): void => {
      page.removeEventListener('error', note)
      script.remove()
      if (!isLoaded) reject(new Error(`Failed to load script "${script.src}"`))
      else if (thrown) reject(new Error(`"${script.src}" has failed`, { cause: thrown }))
      else resolve()
    }
    script.addEventListener('load', () => settle(true))
    script.addEventListener('error', () => settle(false))
    page.addEventListener('error', note)
    document.head.append(script)
  })
}

/** Never called. */
export const isEsmRemoteType = (): boolean => false
