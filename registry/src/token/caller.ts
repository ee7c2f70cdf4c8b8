import { constantTimeEqual } from '@oslojs/crypto/subtle'
import type { FastifyRequest } from 'fastify'
import type { Right, Token } from 'contract/responses.ts'
import { hashSecret } from 'service/secret.ts'
import { z } from 'zod'
import type { Actor, RegistryContext } from '../context.ts'
import type { LiveProduct } from '../product.ts'
import { RegistryRefusal } from '../http/refusal.ts'
import { authenticate, holdToken, missingRight, nameOfToken, tokenPrefix, unauthorized, wayToToken } from './tokens.ts'

export interface ApiContext extends RegistryContext {
  readonly product: LiveProduct
  readonly authUrl: string
  readonly authBasePath: string
  readonly isOperatorUrl: string
  readonly sessionUrl: string
  /** The installation's; null: there is none. */
  readonly operatorToken: string | null
  /** Lets this server see at once what a call has changed; the others see it within a second. */
  readonly changed: () => Promise<void>
}

interface Caller {
  /** As the log names them. */
  readonly who: string
  readonly token: Token | null
}

/** Who a call is open to. A right is that of a token for the remote in question; operators have them all. */
type Access = 'anybody' | 'caller' | 'operator' | Right

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
  }
  interface FastifyRequest {
    caller: Caller | null
  }
}

/**
 * Finds out who calls and whether this call is open to them, before anything of the body is read.
 * @throws RegistryRefusal UNAUTHORIZED, FORBIDDEN, INVALID_ORIGIN, SERVICE_UNAVAILABLE
 */
export async function admit(ctx: ApiContext, request: FastifyRequest): Promise<void> {
  const { access = 'operator' } = request.routeOptions.config
  if (access === 'anybody') return
  const caller = await findCaller(ctx, request)
  request.caller = caller
  const { token } = caller
  if (token !== null && access === 'operator')
    throw new RegistryRefusal('FORBIDDEN', `${nameOfToken(token)} is for ${token.name}. This only operators may do.`)
  if (token !== null && access !== 'caller' && access !== 'operator' && !token.rights.includes(access))
    throw await missingRight(ctx, token, access)
}

async function findCaller(ctx: ApiContext, request: FastifyRequest): Promise<Caller> {
  const { authorization, origin, 'sec-fetch-site': site } = request.headers
  if (authorization === undefined)
    throw unauthorized(
      'Who are you? Send "Authorization: Bearer" with a token of the remote (REMOTE_TOKEN). Operators make them: ' +
        wayToToken('<name>'),
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
      'In a page the session of an operator may do nothing here: code of every remote runs there too. ' +
        "Use the command: npm run remote -- …, with the operator's token or the session as bearer.",
    )
  return operatorOfSession(ctx, request, authorization)
}

/** Takes as long whatever differs. */
const isSame = (given: string, known: string): boolean => constantTimeEqual(hashSecret(given), hashSecret(known))

const operatorAnswer = z.object({ operator: z.object({ email: z.string() }).nullable() })

/** Asked anew for each call: a session that has ended, or an operator who is none any more, does nothing from then on. */
async function operatorOfSession(
  { isOperatorUrl }: ApiContext,
  { id, ip, protocol, host }: FastifyRequest,
  authorization: string,
): Promise<Caller> {
  const client = { 'x-request-id': id, 'x-forwarded-for': ip, 'x-forwarded-proto': protocol, 'x-forwarded-host': host }
  const answer = await fetch(isOperatorUrl, {
    headers: { ...client, authorization },
    signal: AbortSignal.timeout(5000),
    redirect: 'error',
  })
    .then(async (response) => (response.ok ? operatorAnswer.parse(await response.json()) : null))
    .catch(() => null)
  if (answer === null)
    throw new RegistryRefusal(
      'SERVICE_UNAVAILABLE',
      'The account service does not say whose session this is. Try again soon, or use a token.',
    )
  if (answer.operator === null)
    throw unauthorized(
      'This is no token of this product, nor the session of an operator. Operators are named by: npm run admin -- operator add --email …',
    )
  return { who: answer.operator.email, token: null }
}

/**
 * Programs say nothing about pages; browsers always do, and no script in them can change it.
 * @throws RegistryRefusal INVALID_ORIGIN
 */
export function requireOwnPage({ authUrl }: ApiContext, { headers }: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site = 'same-origin' } = headers
  if (origin !== authUrl || site !== 'same-origin')
    throw new RegistryRefusal(
      'INVALID_ORIGIN',
      `With a session's cookie only pages of ${authUrl} may change something.`,
    )
}

/**
 * Whoever calls as the one who changes `name`.
 * @throws RegistryRefusal FORBIDDEN when their token is for another remote, or has not the right
 */
export async function actorFor(
  ctx: ApiContext,
  { caller }: FastifyRequest,
  name: string,
  right: Right,
  why?: string,
): Promise<Actor> {
  if (caller === null) throw unauthorized('Who are you?')
  const { who, token } = caller
  if (token === null) return { who, why }
  if (token.name !== name)
    throw new RegistryRefusal(
      'FORBIDDEN',
      `${nameOfToken(token)} is for ${token.name}, not for ${name}. An operator makes one for that: ${wayToToken(name)}`,
      { right, name },
    )
  if (!token.rights.includes(right)) throw await missingRight(ctx, token, right)
  return { who, why, hold: (tx, publicKey) => holdToken(tx, token, publicKey) }
}
