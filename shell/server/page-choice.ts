import type { FastifyRequest } from 'fastify'
import { DatabaseUnavailable } from 'database/unavailable.ts'
import { isPreviewPage, type Previews } from 'contract/lock.ts'
import type { RegistryContext } from 'registry/context.ts'
import type { PageChoice } from 'registry/live/live-page.ts'
import { liveRemote } from 'registry/live/live-remote.ts'
import { previewCookie, whoIsSignedIn } from 'registry/preview/preview-session.ts'
import { type Override, overridesOf } from 'registry/preview/preview-overrides.ts'
import type { Registry } from 'registry/live/registry.ts'
import type { RegistryState } from 'registry/live/registry-state.ts'
import { newVisitor, visitorCookie } from 'registry/channel/split.ts'

interface Options {
  readonly ctx: RegistryContext
  readonly registry: Registry
  readonly authUrl: string
  readonly sessionUrl: string
}

interface Chosen {
  readonly choice: PageChoice
  readonly setCookie?: string
}

/**
 * Chooses what a page runs: what is live; of a split what this browser gets; in the place of both what its user has confirmed to try out.
 * Only where a browser has something of the kind anything is asked for, and while nobody answers that, it gets what all get. The pages
 * where somebody confirms run for everybody what most visitors get.
 */
export function pageChoice({ ctx, registry, authUrl, sessionUrl }: Options) {
  const visitors = visitorCookie({ https: authUrl.startsWith('https:') })
  const previews = previewCookie(authUrl)

  return async (state: RegistryState, request: FastifyRequest, pathname: string): Promise<Chosen> => {
    const { cookie } = request.headers
    const browser = previews.read(cookie)
    const overrides =
      browser === null
        ? []
        : await overridesOf(ctx, browser, () => whoIsSignedIn({ sessionUrl }, request)).catch(ifAway)
    const isPlain = isPreviewPage(pathname)
    const known = visitors.read(cookie)
    const visitor = state.page.isSplit && !isPlain ? (known ?? newVisitor()) : null
    const choice = state.page.choose(visitor)
    const [first] = overrides
    return {
      choice: first
        ? {
            ...(isPlain ? choice : await withOverrides(registry, choice, overrides)),
            previews: lockedPreviews(ctx, overrides, first, !isPlain),
          }
        : choice,
      ...(visitor !== null && visitor !== known && { setCookie: visitors.write(visitor) }),
    }
  }
}

function ifAway(error: unknown): Override[] {
  if (error instanceof DatabaseUnavailable) return []
  throw error
}

async function withOverrides(registry: Registry, choice: PageChoice, overrides: Override[]): Promise<PageChoice> {
  const remotes = overrides.flatMap(({ id, version, document }) =>
    // Without a last good version: who tries something out is to see when it fails.
    liveRemote(document, undefined, version === null ? `/registry/previews/${id}/files` : undefined),
  )
  const names = new Set(overrides.map(({ name }) => name))
  const ownShell = overrides.find(({ name }) => name === 'shell')
  const shell = ownShell ? await registry.shellOf(ownShell.document) : choice.shell
  const isDevelopment = overrides.some(({ version }) => version === null)
  return {
    shell: shell && isDevelopment ? await registry.developmentShell(shell) : shell,
    remotes: [...choice.remotes.filter(({ locked }) => !names.has(locked.name)), ...remotes],
  }
}

const lockedPreviews = (ctx: RegistryContext, overrides: Override[], first: Override, areShown: boolean): Previews => ({
  userId: first.userId ?? '',
  running: overrides.map(({ id, name, version, document, builds, expiresAt }) => ({
    id,
    name,
    version: document.version,
    builds: version === null ? builds : null,
    endsIn: Math.ceil((expiresAt.getTime() - ctx.now().getTime()) / 1000),
  })),
  areShown,
})
