import * as federation from '@module-federation/runtime-core'
import { Window } from 'happy-dom'
import type { RunInput } from './run-outcome.ts'

const origin = 'http://localhost:3000'

/** Opens a page without network that has only the files of a build. */
export function openPage({ container, entry, files }: Omit<RunInput, 'kit'>, head = '') {
  /** Returns null for everything that is not in the build. */
  const contentOf = (url: string): string | null => {
    const { origin: requested, pathname } = new URL(url)
    const path = pathname.slice(1)
    const content = requested === origin && Object.hasOwn(files, path) ? files[path] : undefined
    if (content === undefined) return null
    // happy-dom runs scripts as functions, so their variables are not global.
    return path === entry ? `${content}\n;self[${JSON.stringify(container)}]=${container}` : content
  }
  const statusOf = (url: string): number => (contentOf(url) === null ? 404 : 200)
  const window = new Window({
    url: `${origin}/`,
    settings: {
      enableJavaScriptEvaluation: true,
      handleDisabledFileLoadingAsSuccess: true,
      suppressInsecureJavaScriptEnvironmentWarning: true,
      fetch: {
        interceptor: {
          beforeAsyncRequest: async ({ request }) =>
            new window.Response(contentOf(request.url) ?? '', { status: statusOf(request.url) }),
          beforeSyncRequest: ({ request: { url } }) => ({
            status: statusOf(url),
            statusText: '',
            ok: contentOf(url) !== null,
            url,
            redirected: false,
            headers: new window.Headers({ 'content-type': url.endsWith('.css') ? 'text/css' : 'text/javascript' }),
            body: Buffer.from(contentOf(url) ?? ''),
          }),
        },
      },
    },
  })
  window.document.head.innerHTML = head
  const thrown: unknown[] = []
  window.addEventListener('error', (event) => thrown.push('error' in event ? event.error : event))
  Object.assign(window, { _FEDERATION_RUNTIME_CORE: federation })

  async function loadScript(path: string): Promise<void> {
    const script = window.document.createElement('script')
    script.src = `/${path}`
    window.document.head.append(script)
    await window.happyDOM.waitUntilComplete()
  }

  /** Returns its module `./remote`, or null if the script defines no container. */
  async function loadContainer(scope: Record<string, unknown>): Promise<(() => Promise<unknown>) | null> {
    await loadScript(entry)
    const found = propertyOf(window, container)
    const [init, get] = [propertyOf(found, 'init'), propertyOf(found, 'get')]
    if (typeof init !== 'function' || typeof get !== 'function') return null
    await Reflect.apply(init, found, [scope, [], {}])
    return async () => {
      const factory: unknown = await Reflect.apply(get, found, ['./remote'])
      return typeof factory === 'function' && propertyOf(Reflect.apply(factory, undefined, []), 'remote')
    }
  }
  return { window, thrown, loadScript, loadContainer }
}

/** Shared modules as the shell provides them. `modules` has one for each name. */
export function shareScope(modules: Record<string, unknown>, kit: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(modules).map(([key, module]) => {
      const config = { singleton: true, requiredVersion: false, eager: true }
      const share = { lib: () => module, get: async () => () => module, loaded: true, shareConfig: config }
      const provider = { from: 'shell', scope: ['default'], useIn: [], deps: [], strategy: 'loaded-first' }
      return [key, { [kit]: { ...share, version: kit, ...provider } }]
    }),
  )
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

export const propertyOf = (value: unknown, name: string): unknown => Object(value)[name]
