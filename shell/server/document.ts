import { randomSecret } from 'service/secret.ts'
import { isOfThisMachine, nameOfUse, type OriginUse } from 'contract/foreign-origins.ts'
import { ERROR_PATH, findRouteOwner, GALLERY_PATH, isPreviewPage, type PageLock } from 'contract/version-lock.ts'
import type { Brand } from 'service/brand.ts'
import { escapeHtml } from 'service/escape-html.ts'
import { createBrandTags } from './brand-tags.ts'
import type { Config } from './config.ts'
import { reloadTag } from './live-reload.ts'
import type { LivePage, PageChoice } from 'registry/live/live-page.ts'
import {
  type Catalogues,
  findScreenFiles,
  type LiveFile,
  type LiveRemote,
  type LiveShell,
} from 'registry/live/live-remote.ts'
import type { Grants, RegistryState } from 'registry/live/registry-state.ts'
import { fallbackTexts } from './fallback-texts.ts'
import { contentSecurityPolicy } from './security-headers.ts'
import { createStillPage, later, type PrerenderedPage, stillScriptHash } from './still-page.ts'

interface DocumentRequest {
  pathname: string
  /** The language whose texts are preloaded; the page may choose another. */
  locale: string
  hasSession: boolean
  /** `light` or `dark`, if the visitor has chosen one. */
  colorScheme: string | undefined
  /** Shown until the script has drawn the page. */
  prerendered: PrerenderedPage | null
  /** About this product: `sign-up`, `provider-github`. */
  facts: readonly string[]
  /** Shown on the error page, for support. */
  requestId: string
}

type DocumentConfig = Brand & Pick<Config, 'AUTH_BASE_PATH' | 'ASSETS_ORIGIN' | 'https' | 'liveReload'>

/** Inlines only the part of the version lock that the page needs at once; the rest is cacheable. */
export function createDocument(config: DocumentConfig) {
  const { AUTH_BASE_PATH: authBasePath, ASSETS_ORIGIN: assetsOrigin = '', https, liveReload } = config
  const toAssetsOrigin = (url: string): string => (/^\/(assets|remotes)\//.test(url) ? `${assetsOrigin}${url}` : url)
  const linkTo = ({ url, integrity }: LiveFile, attributes: string): string =>
    `<link ${attributes} crossorigin="anonymous" integrity="${integrity}" href="${escapeHtml(toAssetsOrigin(url))}">`
  /** Hash and credentials must match the later request, or the browser fetches the file twice. */
  const preload = (file: LiveFile) =>
    linkTo(file, `rel="preload" as="${file.url.endsWith('.css') ? 'style' : 'script'}"`)
  const stylesheet = (file: LiveFile) => linkTo(file, 'rel="stylesheet"')
  const brandTags = createBrandTags(config)
  const renderStillPage = createStillPage(config)
  return function renderDocument(
    { page, lockFile, grants }: RegistryState,
    { shell, remotes, previews }: PageChoice,
    request: DocumentRequest,
  ) {
    if (!shell) return null
    const nonce = randomSecret(16)
    const remote = page.ownerOf(request.pathname, remotes)
    const route = remote && findRouteOwner({ remotes: [remote.locked] }, request.pathname)
    // Users without the role load no file, and only the page knows them.
    const shown = route?.userRole ? undefined : remote
    const wanted = chooseRestLoading(page, remote, request)
    const inline = new Map([...(remote ? [remote] : []), ...remotes].map(({ locked }) => [locked.name, locked]))
    if (wanted === 'none')
      for (const { locked } of page.remotes.values()) if (!inline.has(locked.name)) inline.set(locked.name, locked)
    const lock: PageLock = {
      remotes: [...inline.values()],
      shell: shell.document.version,
      rest: { ...lockFile, ...(wanted && { wanted }) },
      ...(previews && { previews }),
    }
    const still =
      remote && request.prerendered
        ? renderStillPage(remote, request.prerendered, { facts: request.facts, css: shell.css, nonce })
        : undefined
    const ahead = [
      ...[`${authBasePath}/get-session`, ...(wanted ? [] : [lockFile.url])].map(preloadResponse),
      ...catalogueOf(shell.catalogues, request.locale).map(preload),
      ...(shown ? filesToPreload(shown, shell, request).map(preload) : []),
      ...(route?.access === 'user' ? shell.forUsers.map(preload) : []),
      ...(shown && !still ? shown.styles.map(preload) : []),
      ...(liveReload ? [reloadTag] : []),
    ]
    const values = {
      locale: request.locale,
      authBasePath,
      assetsOrigin,
      requestId: escapeHtml(request.requestId),
      nonce,
      brand: brandTags(nonce) + (still?.head ?? ''),
      still: still ? still.body + later([shell.fileTags, ...(remote?.styles.map(stylesheet) ?? []), ...ahead]) : '',
      facts: JSON.stringify(request.facts).replaceAll('<', '\\u003c'),
      ...fallbackTexts(request.locale),
      lock: JSON.stringify(lock).replaceAll('<', '\\u003c'),
      preload: still ? '' : ahead.join(''),
    }
    const scheme = request.colorScheme ? ` data-mantine-color-scheme="${request.colorScheme}"` : ''
    return {
      status: statusOf(request.pathname, remote),
      html: fillTemplate((still ? shell.bare : shell.template).replace('<html', `<html${scheme}`), values).replaceAll(
        /(="|url\()\/assets\//g,
        `$1${assetsOrigin}/assets/`,
      ),
      contentSecurityPolicy: contentSecurityPolicy(nonce, {
        https,
        assetsOrigin,
        granted: grantedUses(page.withForeignOrigins(remotes), grants, https),
        inlineScript: still ? stillScriptHash : undefined,
      }),
    }
  }
}

function statusOf(pathname: string, remote: LiveRemote | undefined): 200 | 400 | 404 {
  if (remote) return pathname === ERROR_PATH ? 400 : 200
  return pathname === '/' || pathname === GALLERY_PATH || isPreviewPage(pathname) ? 200 : 404
}

/** Returns the foreign origins that the remotes of this page request and were granted. */
function grantedUses(remotes: readonly LiveRemote[], grants: Grants, https: boolean): OriginUse[] {
  const granted = new Map<string, OriginUse>()
  for (const { locked, foreignOrigins } of remotes)
    for (const use of foreignOrigins) {
      const isUsable = !https || !isOfThisMachine(use.origin)
      if (isUsable && grants.get(locked.name)?.has(nameOfUse(use))) granted.set(nameOfUse(use), use)
    }
  return [...granted.values()]
}

/** In characters. Up to this size, inlining the whole lock is cheaper than another request. */
const maxInlineLock = 8000

/** The menu and the header need the other remotes, but only signed-in users have them. */
function chooseRestLoading(
  { lock }: LivePage,
  remote: LiveRemote | undefined,
  { hasSession }: DocumentRequest,
): PageLock['rest']['wanted'] {
  if (hasSession) return lock.length <= maxInlineLock ? 'none' : undefined
  return remote && 'later'
}

const filesToPreload = (remote: LiveRemote, shell: LiveShell, { locale, pathname }: DocumentRequest): LiveFile[] => [
  { ...remote.locked, url: remote.locked.entry },
  ...remote.scripts,
  ...catalogueOf(remote.catalogues, locale),
  ...findScreenFiles(remote, shell, pathname),
]

const catalogueOf = (catalogues: Catalogues, locale: string): LiveFile[] =>
  [catalogues[locale] ?? catalogues['en'] ?? []].flat()

const preloadResponse = (url: string) => `<link rel="preload" as="fetch" crossorigin="anonymous" href="${url}">`

function fillTemplate(template: string, values: Record<string, string>): string {
  return template.replaceAll(/(?:<!--)?\{\{(\w+)\}\}(?:-->)?/g, (place, name: string) => values[name] ?? place)
}
