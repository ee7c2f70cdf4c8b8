import type { Page, Route } from '@playwright/test'
import { integrityOf } from '../../kit/build/integrity.ts'
import type { LockedRemote, PageLock } from '../../shell/src/federation/lock.ts'

/** What makes one of the remotes a bad one; each part is JavaScript, with `h` (createElement), `React` and `kit` at hand. */
export interface Badness {
  /** In the place of the whole container. */
  script?: string
  /** What the server does in the place of answering with it. */
  answer?: (route: Route, script: string) => Promise<void> | undefined
  /** Bodies of `init(shared)` and of what makes the module `./remote`. */
  init?: string
  get?: string
  /** Expressions, in the place of its one route, its catalogue and of nothing. */
  routes?: string
  loadMessages?: string
  /** Its part of the header, and the order of it. */
  header?: string
  headerOrder?: number
  places?: string
  /** In the place of what its `remote.json` says. */
  description?: Partial<LockedRemote>
}

const VERSION = '1.0.0'

/** A remote without a build, whose page tells its name in the language: all of them with a text of the same id. */
export function scriptOf(
  name: string,
  { script, init = '', get = '', routes, loadMessages, header, places }: Badness,
  container: string = name.replaceAll('-', '_'),
): string {
  if (script !== undefined) return script
  return `window.${container} = (() => {
    let shared
    const take = async (key) => {
      const [one] = Object.values(shared[key])
      const factory = one.lib ?? (await one.get())
      return factory()
    }
    return {
      init(scope) { shared = scope; ${init} },
      get: async () => {
        ${get}
        const [React, kit] = [await take('react'), await take('kit')]
        const h = React.createElement
        const Screen = () => h('p', null, kit.useLingui()._('where'))
        const page = { path: '/${name}', Component: Screen }
        const pageWith = (part) => ({ path: '/${name}', ...part })
        const routes = ${routes ?? '[page]'}
        const header = ${header ?? 'undefined'}
        const places = ${places ?? 'undefined'}
        const loadMessages = ${loadMessages ?? `async (language) => ({ where: '${name} in ' + language })`}
        return () => ({ remote: { routes, loadMessages, places: { ...places, ...(header && { header: { '${name}': header } }) } } })
      },
    }
  })()`
}

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Names of `count` remotes, in the order in which the seed shuffles them. */
export function chaosNames(count: number, seed: number): string[] {
  const random = randomFrom(seed)
  return Array.from({ length: count }, (_, index) => `mf-chaos-${String(index + 1).padStart(2, '0')}`)
    .map((name) => ({ name, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ name }) => name)
}

/** Lets the documents that a page opens have these remotes, and `others`, beside those of the product, as if they had been published. */
export async function installRemotes(
  page: Page,
  remotes: ReadonlyMap<string, Badness>,
  others: LockedRemote[] = [],
): Promise<void> {
  const locked = [...remotes].map(([name, badness]): LockedRemote => {
    const integrity = integrityOf(Buffer.from(scriptOf(name, badness)))
    return {
      name,
      version: VERSION,
      entry: `/remotes/${name}/${VERSION}/assets/entry.js`,
      integrity,
      routes: [{ path: `/${name}`, access: 'public' }],
      navigation: [],
      needs: {},
      ...(badness.header && { places: { header: [{ name, order: badness.headerOrder ?? 100 }] } }),
      ...badness.description,
    }
  })
  await page.route(/\/remotes\/mf-chaos-/, (route, request) => {
    const name = /mf-chaos-\d+/.exec(request.url())?.[0] ?? ''
    const badness = remotes.get(name) ?? {}
    if (badness.answer) return badness.answer(route, scriptOf(name, badness))
    return route.fulfill({ contentType: 'text/javascript', body: scriptOf(name, badness) })
  })
  await addToLock(page, [...locked, ...others])
}

/** Puts remotes into the lock of the documents that a page opens. */
export async function addToLock(page: Page, remotes: LockedRemote[]): Promise<void> {
  await page.route(/\/[^.]*$/, async (route, request) => {
    if (request.resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    const html = await response.text()
    const lock: PageLock = JSON.parse(/<script id="lock"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '')
    const more = { ...lock, remotes: [...lock.remotes, ...remotes] }
    const body = html.replace(/(<script id="lock"[^>]*>).*?(<\/script>)/s, (_, start: string, end: string) =>
      [start, JSON.stringify(more), end].join(''),
    )
    return route.fulfill({ response, status: 200, body })
  })
}
