import { constantTimeEqual } from '@oslojs/crypto/subtle'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Right, Token } from 'contract/responses.ts'
import { hashSecret } from 'service/secret.ts'
import { z } from 'zod'
import type { Actor, RegistryContext } from '../context.ts'
import type { LiveProduct } from '../product.ts'
import { clientHeaders } from '../http/client-headers.ts'
import { RegistryRefusal } from '../http/refusal.ts'
import { authenticate, holdToken, missingRight, nameOfToken, tokenPrefix, unauthorized, adviseToken } from './tokens.ts'

export interface ApiContext extends RegistryContext {
  readonly product: LiveProduct
  readonly authUrl: string
  readonly authBasePath: string
  /** The URL of the account API, from this server. */
  readonly accountApi: string
  readonly operatorToken: string | null
  /** Refreshes this server after a change. Others notice it within a second. */
  readonly changed: () => Promise<void>
  /** Handles uploads and changes of channels elsewhere (registry/src/uploads). */
  readonly forwardUpload?: ((request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) | undefined
}

interface Caller {
  readonly who: string
  readonly token: Token | null
}

/** A right belongs to a token of the remote in question; operators have all rights. */
export type Access = 'anybody' | 'caller' | 'operator' | Right

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
  }
  interface FastifyRequest {
    caller: Caller | null
  }
}

/** Authenticates and authorizes a call before its body is read. */
export async function admit(ctx: ApiContext, request: FastifyRequest): Promise<void> {
  const { access = 'operator' } = request.routeOptions.config
  if (access === 'anybody') return
  request.caller = await findCaller(ctx, request)
  const { token } = request.caller
  if (token === null || access === 'caller') return
  if (access === 'operator') throw onlyForOperators(token, 'do this')
  if (!token.rights.includes(access)) throw await missingRight(ctx, token, access)
}

export const onlyForOperators = (token: Token, action: string): RegistryRefusal =>
  new RegistryRefusal('FORBIDDEN', `${nameOfToken(token)} is for ${token.name}. Only operators may ${action}.`)

/** @throws RegistryRefusal UNAUTHORIZED, or FORBIDDEN in a page */
export async function findCaller(ctx: ApiContext, request: FastifyRequest): Promise<Caller> {
  const { authorization, origin, 'sec-fetch-site': site } = request.headers
  if (authorization === undefined)
    throw unauthorized(
      'Send "Authorization: Bearer" with a token of the remote (REMOTE_TOKEN). Operators create tokens with: ' +
        adviseToken('<name>'),
    )
  const secret = /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? ''
  if (secret.startsWith(tokenPrefix)) {
    const token = await authenticate(ctx, secret)
    return { who: nameOfToken(token), token }
  }
  if (ctx.operatorToken !== null && isSame(secret, ctx.operatorToken)) return { who: 'operator', token: null }
  if (origin !== undefined || site !== undefined)
    throw new RegistryRefusal(
      'FORBIDDEN',
      "An operator's session is not accepted from pages, because code of every remote runs there. " +
        "Use the command: npm run remote -- …, with the operator's token or the session as bearer.",
    )
  return operatorOfSession(ctx, request, authorization)
}

const isSame = (given: string, known: string): boolean => constantTimeEqual(hashSecret(given), hashSecret(known))

const operatorResponse = z.object({ operator: z.object({ email: z.string() }).nullable() })

/** Not cached, so that ended sessions and removed operators lose access at once. */
async function operatorOfSession(
  { accountApi }: ApiContext,
  request: FastifyRequest,
  authorization: string,
): Promise<Caller> {
  const response = await fetch(`${accountApi}/is-operator`, {
    headers: { ...clientHeaders(request), authorization },
    signal: AbortSignal.timeout(5000),
    redirect: 'error',
  })
    .then(async (result) => (result.ok ? operatorResponse.parse(await result.json()) : null))
    .catch(() => null)
  if (response === null)
    throw new RegistryRefusal(
      'SERVICE_UNAVAILABLE',
      'The account service is unavailable, so the session cannot be checked. Try again soon, or use a token.',
    )
  if (response.operator === null)
    throw unauthorized(
      "This is neither a token of this product nor an operator's session. Add operators with: npm run admin -- operator add --email …",
    )
  return { who: response.operator.email, token: null }
}

/** Returns an `onRequest` hook against CSRF: browsers send these headers, and scripts cannot change them. */
export const requireOwnPage =
  ({ authUrl }: ApiContext) =>
  async ({ headers }: FastifyRequest): Promise<void> => {
    const { origin, 'sec-fetch-site': site = 'same-origin' } = headers
    if (origin !== authUrl || site !== 'same-origin')
      throw new RegistryRefusal('INVALID_ORIGIN', `Only pages of ${authUrl} may make changes with a session cookie.`)
  }

/** @throws RegistryRefusal FORBIDDEN if the token is for another remote or lacks the right */
export async function actorFor(
  ctx: ApiContext,
  { caller }: FastifyRequest,
  name: string,
  right: Right,
  why?: string,
): Promise<Actor> {
  if (caller === null) throw unauthorized('Send "Authorization: Bearer" with a token of the remote.')
  const { who, token } = caller
  if (token === null) return { who, why }
  if (token.name !== name)
    throw new RegistryRefusal(
      'FORBIDDEN',
      `${nameOfToken(token)} is for ${token.name}, not for ${name}. An operator can create one with: ${adviseToken(name)}`,
      { right, name },
    )
  if (!token.rights.includes(right)) throw await missingRight(ctx, token, right)
  return { who, why, token: { ...token, hold: (tx, publicKey) => holdToken(tx, token, publicKey) } }
}
