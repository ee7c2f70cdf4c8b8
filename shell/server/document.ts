import { randomSecret } from 'service/secret.ts'
import { isOfThisMachine, nameOfUse, type OriginUse } from 'contract/foreign-origins.ts'
import { ERROR_PATH, findRouteOwner, isPreviewPage, type PageLock } from 'contract/lock.ts'
import { reloadTag } from './live-reload.ts'
import type { LivePage, PageChoice } from 'registry/live/live-page.ts'
import {
  type Catalogues,
  filesOfScreen,
  type LiveFile,
  type LiveRemote,
  type LiveShell,
} from 'registry/live/live-remote.ts'
import type { Grants, RegistryState } from 'registry/live/registry-state.ts'
import { withoutScripts } from './without-scripts.ts'
import { contentSecurityPolicy } from './security-headers.ts'

export interface DocumentRequest {
  pathname: string
  /** Language whose texts are fetched ahead; the page itself has the last word. */
  locale: string
  /** Whether it comes with a session, which may be over. */
  hasSession: boolean
  /** Stands in the page, for who asks the support about an error that led here. */
  requestId: string
}

export interface RenderedDocument {
  status: 200 | 400 | 404
  html: string
  contentSecurityPolicy: string
}

interface DocumentOptions {
  authBasePath: string
  https: boolean
  assetsOrigin: string
  liveReload: boolean
}

/**
 * Builds the function that answers the shell's document for a path. Of the lock it carries what this page needs at once: the remote that
 * owns the path, and those that this browser gets in another version than most. The rest has an address of its own.
 */
export function createDocument({ authBasePath, https, assetsOrigin, liveReload }: DocumentOptions) {
  /** Of what only this origin has, the address stays. */
  const placed = (url: string): string => (/^\/(assets|remotes)\//.test(url) ? `${assetsOrigin}${url}` : url)
  const preload = preloadAt(placed)
  return function renderDocument(
    { page, lockFile, grants }: RegistryState,
    { shell, remotes, previews }: PageChoice,
    request: DocumentRequest,
  ): RenderedDocument | null {
    if (!shell) return null
    const nonce = randomSecret(16)
    const remote = page.ownerOf(request.pathname, remotes)
    const wanted = whenRestIsWanted(page, remote, request)
    const inline = new Map([...(remote ? [remote] : []), ...remotes].map(({ locked }) => [locked.name, locked]))
    if (wanted === 'none')
      for (const { locked } of page.remotes.values()) if (!inline.has(locked.name)) inline.set(locked.name, locked)
    const lock: PageLock = {
      remotes: [...inline.values()],
      shell: shell.document.version,
      rest: { ...lockFile, ...(wanted && { wanted }) },
      ...(previews && { previews }),
    }
    const values = {
      locale: request.locale,
      authBasePath,
      assetsOrigin,
      requestId: escapeAttribute(request.requestId),
      nonce,
      ...withoutScripts(request.locale),
      lock: JSON.stringify(lock).replaceAll('<', '\\u003c'),
      preload: [
        // Every page asks who is signed in, and most for the rest of the lock: on their way before the scripts that ask have arrived.
        ...[`${authBasePath}/get-session`, ...(wanted ? [] : [lockFile.url])].map(preloadAnswer),
        ...catalogueOf(shell.catalogues, request.locale).map(preload),
        ...(remote ? filesAhead(remote, shell, request).map(preload) : []),
        ...(liveReload ? [reloadTag] : []),
      ].join(''),
    }
    return {
      status: statusOf(request.pathname, remote),
      html: fill(shell.template, values).replaceAll('="/assets/', `="${assetsOrigin}/assets/`),
      contentSecurityPolicy: contentSecurityPolicy(nonce, {
        https,
        assetsOrigin,
        granted: grantedUses(page.asking(remotes), grants, https),
      }),
    }
  }
}

/** That something failed is told to programs, logs and monitors too, which do not read the page. */
function statusOf(pathname: string, remote: LiveRemote | undefined): RenderedDocument['status'] {
  if (remote) return pathname === ERROR_PATH ? 400 : 200
  return pathname === '/' || isPreviewPage(pathname) ? 200 : 404
}

/**
 * What a page may use: what the remotes of its lock, all of which may run in it, ask for and were granted. A grant of another remote
 * counts for none, and one that nobody of the page asks for is not there.
 */
function grantedUses(asking: readonly LiveRemote[], grants: Grants, https: boolean): OriginUse[] {
  const granted = new Map<string, OriginUse>()
  for (const { locked, asks } of asking)
    for (const use of asks) {
      const isUsable = !https || !isOfThisMachine(use.origin)
      if (isUsable && grants.get(locked.name)?.has(nameOfUse(use))) granted.set(nameOfUse(use), use)
    }
  return [...granted.values()]
}

/** Up to here, in characters, what a menu needs of all remotes costs a page less than another request. */
const smallLock = 8000

/** The menu and the parts of the header are for signed-in users; without them the page of a remote needs nothing of the others. */
function whenRestIsWanted(
  { lock }: LivePage,
  remote: LiveRemote | undefined,
  { hasSession }: DocumentRequest,
): PageLock['rest']['wanted'] {
  if (hasSession) return lock.length <= smallLock ? 'none' : undefined
  return remote && 'later'
}

/** A remote's container, module, catalogue and screen are known now: without this they load one after the other. */
const filesAhead = (remote: LiveRemote, shell: LiveShell, { locale, pathname }: DocumentRequest): LiveFile[] => [
  { ...remote.locked, url: remote.locked.entry },
  ...remote.scripts,
  ...catalogueOf(remote.catalogues, locale),
  ...filesOfScreen(remote, shell, pathname),
  ...(findRouteOwner({ remotes: [remote.locked] }, pathname)?.access === 'user' ? shell.forUsers : []),
  ...remote.styles,
]

/** Who has no catalogue in the language that is asked for shows English. */
const catalogueOf = (catalogues: Catalogues, locale: string): LiveFile[] =>
  [catalogues[locale] ?? catalogues['en'] ?? []].flat()

const preloadAnswer = (url: string) => `<link rel="preload" as="fetch" crossorigin="anonymous" href="${url}">`

/** Of the same form as what uses it, hash and credentials included; otherwise the file would be fetched once more. */
const preloadAt =
  (placed: (url: string) => string) =>
  ({ url, integrity }: LiveFile): string =>
    `<link rel="preload" as="${url.endsWith('.css') ? 'style' : 'script'}" crossorigin="anonymous" integrity="${integrity}" href="${escapeAttribute(placed(url))}">`

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

function fill(template: string, values: Record<string, string>): string {
  return template.replaceAll(/(?:<!--)?\{\{(\w+)\}\}(?:-->)?/g, (place, name: string) => values[name] ?? place)
}
