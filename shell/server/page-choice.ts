import type { FastifyRequest } from 'fastify'
import { DatabaseUnavailable } from 'database/unavailable.ts'
import { isPreviewPage, type Previews } from 'contract/version-lock.ts'
import type { RegistryContext } from 'registry/context.ts'
import type { Config } from './config.ts'
import type { PageChoice } from 'registry/live/live-page.ts'
import { createLiveRemote } from 'registry/live/live-remote.ts'
import { previewCookie, findSignedInUser } from 'registry/preview/preview-session.ts'
import { type Override, findOverrides } from 'registry/preview/preview-overrides.ts'
import type { Registry } from 'registry/live/registry.ts'
import type { RegistryState } from 'registry/live/registry-state.ts'
import { createVisitorId, visitorCookie } from 'registry/channel/rollout.ts'

// Chooses the confirmed previews, otherwise the canary or stable. Queries the database only for
// browsers with a preview cookie; if it is down, they get no previews.
export function createPageChooser(ctx: RegistryContext, registry: Registry, config: Config) {
  const visitors = visitorCookie(config)
  const previews = previewCookie(config.AUTH_URL)

  return async (state: RegistryState, request: FastifyRequest, pathname: string) => {
    const { cookie } = request.headers
    const browser = previews.read(cookie)
    const overrides =
      browser === null
        ? []
        : await findOverrides(ctx, browser, () => findSignedInUser(config, request)).catch(ignoreOutage)
    const isConfirmationPage = isPreviewPage(pathname)
    const known = visitors.read(cookie)
    const visitor = state.page.hasCanary && !isConfirmationPage ? (known ?? createVisitorId()) : null
    const choice = state.page.choose(visitor)
    const [first] = overrides
    return {
      choice: first
        ? {
            ...(isConfirmationPage ? choice : await applyOverrides(registry, choice, overrides)),
            previews: lockedPreviews(ctx, overrides, first, !isConfirmationPage),
          }
        : choice,
      ...(visitor !== null && visitor !== known && { setCookie: visitors.write(visitor) }),
    }
  }
}

function ignoreOutage(error: unknown): Override[] {
  if (error instanceof DatabaseUnavailable) return []
  throw error
}

async function applyOverrides(registry: Registry, choice: PageChoice, overrides: Override[]): Promise<PageChoice> {
  const remotes = overrides.flatMap(({ id, version, document }) =>
    // No fallback version: anyone who tests a preview must see it fail.
    createLiveRemote(document, undefined, version === null ? `/registry/previews/${id}/files` : undefined),
  )
  const names = new Set(overrides.map(({ name }) => name))
  const shellOverride = overrides.find(({ name }) => name === 'shell')
  const shell = shellOverride ? await registry.shellOf(shellOverride.document) : choice.shell
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
