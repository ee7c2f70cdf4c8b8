import { accessTokenScope } from 'service/access-token.ts'
import { z } from 'zod'
import type { Context } from '../context.ts'
import type { Delegation } from '../session/delegation.ts'
import { findDelegating } from '../session/session-guard.ts'
import { gatewayOf, signAccessToken } from './access-token.ts'
import { authenticateService } from './service-client.ts'
import { seconds } from './signed-token.ts'
import type { SigningKeys } from './signing-key.ts'

const grantType = 'urn:ietf:params:oauth:grant-type:token-exchange'
const jwtType = 'urn:ietf:params:oauth:token-type:jwt'
const accessType = 'urn:ietf:params:oauth:token-type:access_token'

/** RFC 8693, section 2.1. Optional fields have only one valid value. */
export const exchangeForm = z.object({
  grant_type: z.string().describe(grantType),
  subject_token: z.string().describe("The token that the product sent with the user's request"),
  subject_token_type: z.string().describe(jwtType),
  scope: z.string().optional().describe(accessTokenScope),
  audience: z.string().optional().describe('The URL of the gateway: `/graphql` at the origin of the product'),
  resource: z.string().optional().describe('Same as `audience`'),
  requested_token_type: z.string().optional().describe(accessType),
  actor_token: z.string().optional().describe('Not supported'),
})

/** RFC 8693, section 2.2.1. */
export const exchangeResponse = z.object({
  access_token: z.string(),
  issued_token_type: z.literal(accessType),
  token_type: z.literal('Bearer'),
  expires_in: z.number(),
  scope: z.literal(accessTokenScope),
})

/** RFC 6749, section 5.2, and RFC 8693, section 2.2.2. */
export const exchangeRefusal = z.object({
  error: z.enum(['invalid_request', 'invalid_client', 'invalid_scope', 'invalid_target', 'unsupported_grant_type']),
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

/** `delegation` is null if the subject token is invalid. */
export async function exchange(
  ctx: Context,
  keys: SigningKeys,
  input: z.infer<typeof exchangeForm>,
  delegation: Delegation | null,
  authorization: string | undefined,
): Promise<z.infer<typeof exchangeResponse>> {
  const requireOnly = (code: Code, name: keyof typeof input, only: string): void => {
    if ((input[name] ?? only) !== only) throw new ExchangeError(code, `Unsupported ${name}. Use ${only}.`)
  }
  requireOnly('unsupported_grant_type', 'grant_type', grantType)
  requireOnly('invalid_request', 'subject_token_type', jwtType)
  requireOnly('invalid_request', 'requested_token_type', accessType)
  if (input.actor_token !== undefined) throw new ExchangeError('invalid_request', 'actor_token is not supported.')
  requireOnly('invalid_scope', 'scope', accessTokenScope)
  for (const target of [input.audience, input.resource])
    if (target !== undefined && target !== gatewayOf(ctx))
      throw new ExchangeError('invalid_target', `Unknown target. Use ${gatewayOf(ctx)}.`)
  const [active, client] = delegation
    ? await Promise.all([findDelegating(ctx, delegation), authenticateService(ctx, delegation.remote, authorization)])
    : [null, null]
  if (!delegation || !active)
    throw new ExchangeError(
      'invalid_request',
      'The subject_token is not a service token, has expired, or its session has ended.',
    )
  if (!client)
    throw new ExchangeError('invalid_client', `Authenticate as ${delegation.remote} with its secret (HTTP Basic).`)
  const organization = client.allOrganizations ? undefined : delegation.organization
  return {
    access_token: await signAccessToken(ctx, keys, { ...delegation, organization }, active.session),
    issued_token_type: accessType,
    token_type: 'Bearer',
    expires_in: delegation.endsAt - seconds(ctx.now()),
    scope: accessTokenScope,
  }
}
