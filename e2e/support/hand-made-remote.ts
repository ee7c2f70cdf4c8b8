import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startEmbeddedDatabase } from 'database/embedded.ts'
import type { Lock, PageLock } from '../../shell/src/federation/lock.ts'
import { withdraw } from '../../shell/server/registry/channels.ts'
import { connectRegistry } from '../../shell/server/registry/open-registry.ts'
import { integrityOf } from '../../kit/build/integrity.ts'
import { publishVersion } from '../../shell/server/registry/publish.ts'
import { makeVersion } from '../../shell/server/testing/make-version.ts'

/** A remote without a build: container and module in one script, in the registry of the running product. */
interface HandMadeRemote {
  name: string
  /** Publishes another version to all; resolves when pages that run the first one are told so. */
  publish: (version: string) => Promise<void>
  /** Lets pages leave a version; resolves when they are told. */
  withdrawVersion: (version: string) => Promise<void>
  /** Takes it off the menu of pages that are opened from now on. */
  withdraw: () => Promise<void>
}

const who = { who: 'a journey' }

/** Publishes `name` with one page at `/<name>`, which everybody may see and find in the menu; resolves when pages have it. */
export async function publishHandMadeRemote(name: string, isInMenu = true): Promise<HandMadeRemote> {
  const { ctx, end } = await openRegistry()
  const description = { navigation: isInMenu ? [{ to: `/${name}`, label: { en: name }, order: 90 }] : [] }
  const send = async (version: string): Promise<void> => {
    const files = { 'assets/entry.js': containerScript(name, `return 'This is ${name} ${version}'`) }
    await publishVersion(ctx, { ...makeVersion({ name, version, description, files }), channel: 'stable' }, who)
  }
  const told = async (what: string): Promise<void> => {
    const address = `${process.env['PRODUCT_URL']}/lock/newer?${name}=1.0.0`
    await until(async () => (await (await fetch(address)).text()).includes(what))
  }
  await send('1.0.0')
  await untilPage(name, 200)
  return {
    name,
    publish: async (version) => {
      await send(version)
      await told(`"${version}"`)
    },
    withdrawVersion: async (version) => {
      await withdraw(ctx, name, version, who)
      await told('"isRequired":true')
    },
    withdraw: async () => {
      await withdraw(ctx, name, undefined, who)
      await untilPage(name, 404)
      await end()
    },
  }
}

/**
 * Publishes version 1.0.0 of a remote whose one page runs `body`, for everybody; `description` is the rest of its `remote.json`. Resolves
 * when pages have it.
 */
export async function publishPage(
  name: string,
  body: string,
  description: object = {},
): Promise<{ withdraw: () => Promise<void> }> {
  const { ctx, end } = await openRegistry()
  const files = { 'assets/entry.js': containerScript(name, body) }
  await publishVersion(ctx, { ...makeVersion({ name, version: '1.0.0', description, files }), channel: 'stable' }, who)
  await untilPage(name, 200)
  return {
    withdraw: async () => {
      await withdraw(ctx, name, undefined, who)
      await untilPage(name, 404)
      await end()
    },
  }
}

/** The registry of the running product, as its server has it. */
export async function openRegistry() {
  const database = connectRegistry({ REGISTRY_DATABASE_URL: await findRegistry() })
  return { ctx: { database, sql: database.sql, now: () => new Date() }, end: () => database.end() }
}

/** The address of the running product's registry. */
async function findRegistry(): Promise<string> {
  const { PRODUCT_DATA: dataDir = '', REGISTRY_DATABASE_URL: given } = process.env
  if (given) return given
  const { url } = await startEmbeddedDatabase(dataDir)
  const password = await readFile(join(dataDir, 'registry-password'), 'utf8')
  return url.replace(/\/\/[^@]*@/, `//registry:${password}@`)
}

/** Waits for the address of a remote to answer so; the product's server asks once a second what is live. */
export async function untilPage(name: string, status: number): Promise<void> {
  const address = `${process.env['PRODUCT_URL']}/${name}`
  await until(async () => (await fetch(address)).status === status)
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((done) => setTimeout(done, 50))
}

/** The script of a container whose one page at `path` runs `body`; `places`: the source of what its module says of them. */
export function containerScript(name: string, body: string, path = `/${name}`, places = '{}'): string {
  return `window.${name.replaceAll('-', '_')} = { init() {}, get: async () => () => ({ remote: {
    loadMessages: async () => ({}),
    routes: [{ path: '${path}', Component() { ${body} } }],
    places: ${places},
  } }) }`
}

/** Lets a page have `script` for the entry at `url`, in the documents that it opens from now on: as if it had been published. */
export async function publishInstead(page: Page, url: RegExp, script: string): Promise<void> {
  await page.route(url, (route) => route.fulfill({ contentType: 'text/javascript', body: script }))
  await page.route(/\/[^.]*$/, async (route, request) => {
    if (request.resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    const html = await response.text()
    const lock: PageLock = JSON.parse(/<script id="lock"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '')
    const rest: Lock = await (await fetch(new URL(lock.rest.url, request.url()))).json()
    const remote = rest.remotes.find(({ entry }) => url.test(entry))
    if (!remote) throw new Error(`the lock has no entry ${url.source}`)
    // What the document carries goes before the rest.
    const remotes = [{ ...remote, container: undefined, integrity: integrityOf(Buffer.from(script)) }]
    const changed = html
      .replaceAll(remote.integrity, integrityOf(Buffer.from(script)))
      .replace(
        /(<script id="lock"[^>]*>).*?(<\/script>)/s,
        `$1${JSON.stringify({ ...lock, remotes, rest: { ...lock.rest, wanted: undefined } })}$2`,
      )
    return route.fulfill({ response, body: changed })
  })
}
