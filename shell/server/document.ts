import { randomBytes } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { findRouteOwner } from '../src/federation/lock.ts'
import { type Catalogues, findCatalogues, lockOf, type PublishedRemote } from './registry.ts'
import { contentSecurityPolicy } from './security-headers.ts'

export interface DocumentRequest {
  pathname: string
  /** Language whose texts are fetched ahead; the page itself has the last word. */
  locale: string
  /** Stands in the page, for who asks the support about an error that led here. */
  requestId: string
}

export interface RenderedDocument {
  status: 200 | 404
  html: string
  contentSecurityPolicy: string
}

interface DocumentOptions {
  /** The shell's build: `index.html` and `assets/`; read for each document, so a new build needs no restart. */
  shellFolder: string
  authBasePath: string
  https: boolean
  /** Adds the script that reloads the page after a build. */
  liveReload: boolean
}

/** Builds the function that answers the shell's document for a path, with the lock inline. */
export function createDocument({ shellFolder, authBasePath, https, liveReload }: DocumentOptions) {
  return async function renderDocument(
    remotes: PublishedRemote[],
    request: DocumentRequest,
  ): Promise<RenderedDocument> {
    const template = await readFile(join(shellFolder, 'index.html'), 'utf8')
    const shellCatalogues = findCatalogues(
      (await readdir(join(shellFolder, 'assets'))).map((file) => `/assets/${file}`),
    )
    const nonce = randomBytes(16).toString('base64url')
    const lock = lockOf(remotes)
    const owner = findRouteOwner(lock, request.pathname)?.remote
    const remote = remotes.find(({ locked }) => locked === owner)
    const values = {
      locale: request.locale,
      authBasePath,
      requestId: escapeAttribute(request.requestId),
      nonce,
      lock: JSON.stringify(lock).replaceAll('<', '\\u003c'),
      preload: [
        // Every page asks who is signed in; the answer is on its way before the scripts that ask have arrived.
        `<link rel="preload" as="fetch" crossorigin="anonymous" href="${authBasePath}/get-session">`,
        ...catalogueOf(shellCatalogues, request.locale).map(preloadScript),
        ...(remote ? preloadRemote(remote, request.locale) : []),
        ...(liveReload ? ['<script src="/dev/reload.js" async></script>'] : []),
      ].join(''),
    }
    return {
      status: remote || request.pathname === '/' ? 200 : 404,
      html: fill(template, values),
      contentSecurityPolicy: contentSecurityPolicy(nonce, { https }),
    }
  }
}

/** A remote's container, exposed module and catalogue are known now: without this they load one after the other. */
function preloadRemote({ locked, scripts, styles, catalogues }: PublishedRemote, locale: string): string[] {
  return [
    ...[locked.entry, ...scripts, ...catalogueOf(catalogues, locale)].map(preloadScript),
    ...styles.map((url) => `<link rel="preload" as="style" href="${escapeAttribute(url)}">`),
  ]
}

/** Who has no catalogue in the language that is asked for shows English. */
const catalogueOf = (catalogues: Catalogues, locale: string): string[] =>
  [catalogues[locale] ?? catalogues['en'] ?? []].flat()

const preloadScript = (url: string) => `<link rel="preload" as="script" href="${escapeAttribute(url)}">`

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

function fill(template: string, values: Record<string, string>): string {
  return template.replaceAll(/(?:<!--)?\{\{(\w+)\}\}(?:-->)?/g, (place, name: string) => values[name] ?? place)
}
