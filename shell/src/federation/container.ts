import type { LockedRemote } from './lock.ts'

/** A container as bundlers build it for Module Federation: https://webpack.js.org/concepts/module-federation/ */
interface Container {
  init(shared: object): void | Promise<void>
  get(module: string): Promise<() => unknown>
}

/** Loads a remote's container, connects it with the modules that the shell shares and answers what it exposes. */
export async function loadExposedModule(locked: LockedRemote, module: string, signal: AbortSignal): Promise<unknown> {
  const name = locked.name.replaceAll('-', '_')
  // A container that is there already is asked again: it forgets by itself which of its chunks could not be loaded.
  if (!findContainer(name)) await tryTwice(() => loadScript(locked.entry, signal))
  const container = findContainer(name)
  if (!container) throw new Error(`${locked.entry} is not the container ${name}`)
  await __webpack_init_sharing__('default')
  await container.init(__webpack_share_scopes__['default'])
  const factory = await tryTwice(() => container.get(module))
  return factory()
}

/**
 * A file that fails may have been fetched ahead, and the browser answers the first attempt from that; besides, most
 * faults of a network pass at once.
 */
export function tryTwice<T>(load: () => Promise<T>): Promise<T> {
  return load().catch(load)
}

function findContainer(name: string): Container | null {
  const value: unknown = Object.getOwnPropertyDescriptor(window, name)?.value
  return isContainer(value) ? value : null
}

function isContainer(value: unknown): value is Container {
  if (typeof value !== 'object' || value === null || !('init' in value) || !('get' in value)) return false
  return typeof value.init === 'function' && typeof value.get === 'function'
}

/** Runs a script of this origin. An answer other than a script rejects, and so does `signal`; both leave nothing behind. */
async function loadScript(url: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const script = document.createElement('script')
  script.src = url
  const loaded = new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => reject(new Error(`${url} could not be loaded`)))
    signal.addEventListener('abort', () => reject(signal.reason))
  })
  document.head.append(script)
  await loaded.finally(() => script.remove())
}
