import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page, Route } from '@playwright/test'
import { startEmbeddedDatabase } from 'database/embedded.ts'
import { integrityOf } from 'contract/integrity.ts'
import { unpublish } from 'registry/channel/roll-back.ts'
import { connectRegistry } from 'registry/storage/open-registry.ts'
import { publishVersion } from 'registry/publish/publish.ts'
import { makeVersion } from 'registry/testing/make-version.ts'
import type { LockedRemote, LockedVersion, PageLock } from 'contract/version-lock.ts'

/**
 * A remote without a build. Its parts are JavaScript, with `h` (createElement), `React`, `kit`,
 * `page` and `pageWith` in scope; its only page, at `/<name>`, shows its name and the language.
 */
export interface Remote {
  /** Replaces the whole container. */
  script?: string
  /** Runs before the module is made. */
  get?: string
  routes?: string
  loadMessages?: string
  places?: string
  /** Overrides its `remote.json`. */
  description?: Partial<LockedRemote>
  /** Overrides the server's response with the container. */
  response?: Parameters<Route['fulfill']>[0]
  lastGood?: Remote
}

/** A page at `/<name>` that runs `body` when it is rendered. */
export const pageOf = (body: string): Remote => ({ routes: `[pageWith({ Component() { ${body} } })]` })

export function scriptOf(
  name: string,
  { script, get = '', routes = '[page]', loadMessages, places = '{}' }: Remote,
  container = `${name.replaceAll('-', '_')}__1`,
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
      init(scope) { shared = scope },
      get: async () => {
        ${get}
        const [React, kit] = [await take('react'), await take('kit')]
        const h = React.createElement
        const Screen = () => h('p', null, kit.useLingui()._('where'))
        const pageWith = (part) => ({ path: '/${name}', ...part })
        const page = pageWith({ Component: Screen })
        const loadMessages = ${loadMessages ?? `async (language) => ({ where: ['${name} in ' + language] })`}
        return () => ({ remote: { routes: ${routes}, loadMessages, places: ${places} } })
      },
    }
  })()`
}

/**
 * Adds remotes to the version lock of documents that the page opens from now on. Resolves with the
 * names of those whose container was requested, in order.
 */
export async function installRemotes(
  page: Page,
  remotes: Record<string, Remote>,
  others: LockedRemote[] = [],
): Promise<string[]> {
  const requested: string[] = []
  const install = async (name: string, version: string, remote: Remote): Promise<LockedVersion> => {
    const container = `${name.replaceAll('-', '_')}__v${version[0]}`
    const body = scriptOf(name, remote, container)
    const entry = `/remotes/${name}/${version}/assets/entry.js`
    await page.route(new RegExp(entry), (route) => {
      requested.push(name)
      return route.fulfill({ contentType: 'text/javascript', body, ...remote.response })
    })
    return { version, container, entry, integrity: integrityOf(Buffer.from(body)) }
  }
  const locked = Object.entries(remotes).map(async ([name, remote]): Promise<LockedRemote> => ({
    name,
    routes: [{ path: `/${name}`, access: 'public' }],
    navigation: [],
    needs: {},
    ...remote.description,
    ...(await install(name, remote.lastGood ? '2.0.0' : '1.0.0', remote)),
    ...(remote.lastGood && { lastGood: await install(name, '1.0.0', remote.lastGood) }),
  }))
  const added = [...(await Promise.all(locked)), ...others]
  await page.route(/\/[^.]*$/, async (route, request) => {
    if (request.resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    const html = await response.text()
    const place = /(<script id="lock"[^>]*>)(.*?)(<\/script>)/s
    const lock: PageLock = JSON.parse(place.exec(html)?.[2] ?? '')
    const text = JSON.stringify({ ...lock, remotes: [...lock.remotes, ...added] }).replaceAll('<', '\\u003c')
    const body = html.replace(place, (_, start: string, __, end: string) => `${start}${text}${end}`)
    return route.fulfill({ response, status: 200, body })
  })
  return requested
}

const who = { who: 'a journey' }

/** Opens the registry of the running product. */
export async function openRegistry() {
  const database = connectRegistry({
    REGISTRY_DATABASE_URL: process.env['REGISTRY_DATABASE_URL'] ?? (await embeddedRegistry()),
  })
  return { ctx: { database, db: database, now: () => new Date() }, end: () => database.end() }
}

async function embeddedRegistry(): Promise<string> {
  const { PRODUCT_DATA: dataDir = '' } = process.env
  const { url } = await startEmbeddedDatabase(dataDir)
  const password = await readFile(join(dataDir, 'registry-password'), 'utf8')
  return url.replace(/\/\/[^@]*@/, `//registry:${password}@`)
}

/** Publishes version 1.0.0 and waits until pages have it. The default shows name and version. */
export async function publishRemote(name: string, remote?: Remote, description: object = {}) {
  const { ctx, end } = await openRegistry()
  const publish = async (version: string): Promise<void> => {
    const script = scriptOf(name, remote ?? pageOf(`return 'This is ${name} ${version}'`))
    const made = makeVersion({ name, version, description, files: { 'assets/entry.js': script } })
    await publishVersion(ctx, { ...made, channel: 'stable' }, who)
  }
  const untilOpenPagesKnow = async (what: string): Promise<void> => {
    const address = `${process.env['PRODUCT_URL']}/lock/newer?${name}=1.0.0`
    await until(async () => (await (await fetch(address)).text()).includes(what))
  }
  await publish('1.0.0')
  await untilPage(name, 200)
  return {
    name,
    publish: async (version: string) => {
      await publish(version)
      await untilOpenPagesKnow(`"${version}"`)
    },
    unpublishVersion: async (version: string) => {
      await unpublish(ctx, name, version, who)
      await untilOpenPagesKnow('"isRequired":true')
    },
    unpublish: async () => {
      await unpublish(ctx, name, undefined, who)
      await untilPage(name, 404)
      await end()
    },
  }
}

/** Waits for a status of a remote's page: the server checks for changes once a second. */
export async function untilPage(name: string, status: number): Promise<void> {
  const address = `${process.env['PRODUCT_URL']}/${name}`
  await until(async () => (await fetch(address)).status === status)
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((done) => setTimeout(done, 50))
}
