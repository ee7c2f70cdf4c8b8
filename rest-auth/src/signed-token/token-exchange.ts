import { accessTokenScope } from 'service/access-token.ts'
import { z } from 'zod'
import type { Context } from '../context.ts'
import type { Delegation } from '../session/delegation.ts'
import { findDelegating } from '../session/session-guard.ts'
import { gatewayOf, signAccessToken } from './access-token.ts'
import { seconds } from './signed-token.ts'
import type { SigningKeys } from './signing-key.ts'

const grantType = 'urn:ietf:params:oauth:grant-type:token-exchange'
const jwtType = 'urn:ietf:params:oauth:token-type:jwt'
const accessType = 'urn:ietf:params:oauth:token-type:access_token'

/** RFC 8693, section 2.1. What may be left out need not be said: it is the only choice. */
export const exchangeForm = z.object({
  grant_type: z.string().describe(grantType),
  subject_token: z.string().describe('The token that the product sent along with the request of the user'),
  subject_token_type: z.string().describe(jwtType),
  scope: z.string().optional().describe(accessTokenScope),
  audience: z.string().optional().describe('The address of the gateway: `/graphql` at the product’s origin'),
  resource: z.string().optional().describe('As `audience`'),
  requested_token_type: z.string().optional().describe(accessType),
  actor_token: z.string().optional().describe('Refused'),
})

/** RFC 8693, section 2.2.1. */
export const exchangeAnswer = z.object({
  access_token: z.string(),
  issued_token_type: z.literal(accessType),
  token_type: z.literal('Bearer'),
  expires_in: z.number(),
  scope: z.literal(accessTokenScope),
})

/** RFC 6749, section 5.2, and RFC 8693, section 2.2.2. */
export const exchangeRefusal = z.object({
  error: z.enum(['invalid_request', 'invalid_scope', 'invalid_target', 'unsupported_grant_type']),
  error_description: z.string(),
})
type Code = z.infer<typeof exchangeRefusal>['error']

export class ExchangeError extends Error {
  override name = 'ExchangeError'
  readonly code: Code

  constructor(code: Code, description: string) {
    super(description)
    this.code = code
  }
}

/** `delegation` is what the subject token says; null if it is invalid. Throws an ExchangeError. */
export async function exchange(
  ctx: Context,
  keys: SigningKeys,
  asked: z.infer<typeof exchangeForm>,
  delegation: Delegation | null,
): Promise<z.infer<typeof exchangeAnswer>> {
  const requireOnly = (code: Code, name: keyof typeof asked, only: string): void => {
    if ((asked[name] ?? only) !== only) throw new ExchangeError(code, `The only ${name} here is ${only}.`)
  }
  requireOnly('unsupported_grant_type', 'grant_type', grantType)
  requireOnly('invalid_request', 'subject_token_type', jwtType)
  requireOnly('invalid_request', 'requested_token_type', accessType)
  if (asked.actor_token !== undefined) throw new ExchangeError('invalid_request', 'There are no actor tokens here.')
  requireOnly('invalid_scope', 'scope', accessTokenScope)
  for (const target of [asked.audience, asked.resource])
    if (target !== undefined && target !== gatewayOf(ctx))
      throw new ExchangeError('invalid_target', `Tokens are for ${gatewayOf(ctx)} only.`)
  if (!delegation || !(await findDelegating(ctx, delegation)))
    throw new ExchangeError('invalid_request', 'The subject_token is none of a service, has ended, or its session has.')
  return {
    access_token: await signAccessToken(ctx, keys, delegation),
    issued_token_type: accessType,
    token_type: 'Bearer',
    expires_in: delegation.endsAt - seconds(ctx.now()),
    scope: accessTokenScope,
  }
}
