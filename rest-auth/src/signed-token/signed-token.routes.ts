import { serviceTokenPath } from 'service/service-token.ts'
import { sql } from 'database/sql.ts'
import { z } from 'zod'
import { openToKeys } from '../active-key/read-key.ts'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import type { App, Calls } from '../http/calls.ts'
import { isFromBrowser } from '../http/cookies.ts'
import { isOurServer } from '../http/is-our-server.ts'
import { isKey } from '../organization/actor.ts'
import { refuseClosed } from '../organization/reach.sql.ts'
import { idOfSlug } from '../organization/slug/slug.sql.ts'
import { findSession, openToImpersonation, requireSession } from '../session/session-guard.ts'
import {
  findMembershipOfKey,
  membershipIn,
  signProgramToken,
  signServiceToken,
  signServiceTokenOfKey,
} from './signed-token.ts'
import { type SigningKeys, publicKeyForm } from './signing-key.ts'

export function signedTokenRoutes({ get }: Calls, ctx: Context, keys: SigningKeys): void {
  get('/jwks', 'getJwks', 'Return the public keys that verify tokens of this server (RFC 7517)', {
    errors: [],
    returns: z.object({ keys: z.array(publicKeyForm) }),
    async handler(_, reply) {
      void reply.header('cache-control', 'public, max-age=300')
      return { keys: await keys.publicKeys() }
    },
  })

  get(
    '/token',
    'getToken',
    'Return a token that identifies the user to other services; only for API clients with bearer tokens',
    {
      errors: ['UNAUTHORIZED'],
      config: openToImpersonation,
      returns: z.object({ token: z.string() }),
      async handler(request) {
        // Scripts of a page must not get a token that other services accept.
        if (isFromBrowser(request)) throw new ApiError('INVALID_ORIGIN')
        return { token: await signProgramToken(ctx, keys, await requireSession(ctx, request)) }
      },
    },
  )
}

const serviceTokenQuery = z.object({
  audience: z.string().regex(/^mf(-[a-z0-9]+)+$/),
  organization: z.string().optional().describe('A slug. Otherwise the active organization, or the only one'),
})

/** Not public: only for the shell's server. */
export function serviceTokenRoute(app: App, ctx: Context, keys: SigningKeys): void {
  const options = { config: { ...openToImpersonation, ...openToKeys }, schema: { querystring: serviceTokenQuery } }
  app.get(serviceTokenPath, options, async (request, reply) => {
    if (!isOurServer(ctx, request)) return reply.callNotFound()
    const { audience, organization } = request.query
    const lookup = { refresh: false, beside: membershipIn(organization) }
    const actor = request.key ?? (await findSession(ctx, request, lookup))
    if (!actor) throw new ApiError('UNAUTHORIZED')
    const membership = isKey(actor) ? await findMembershipOfKey(ctx, actor, organization) : actor.beside
    if (organization !== undefined && membership === null) {
      await refuseClosed(ctx, actor, sql`o."id" = ${idOfSlug(organization)}`)
      throw new ApiError('ORGANIZATION_IS_HIDDEN')
    }
    return isKey(actor)
      ? signServiceTokenOfKey(ctx, keys, actor, membership, audience)
      : signServiceToken(ctx, keys, actor, audience)
  })
}
