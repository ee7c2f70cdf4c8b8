import { errors, jwtVerify, type JWTHeaderParameters, type JWTPayload } from 'jose'
import { accessTokenOf, accessTokenScope, accessTokenType } from 'service/access-token.ts'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { randomId } from '../crypto/random.ts'
import type { App } from '../http/calls.ts'
import type { Delegation } from '../session/delegation.ts'
import type { Session } from '../session/session.ts'
import { actOf, openSession, seconds, serviceTokenType } from './signed-token.ts'
import { type SigningKeys, algorithm } from './signing-key.ts'

export const gatewayOf = ({ config }: Context): string => new URL('/graphql', config.AUTH_URL).href

/** Runs before the rate limits, which count by the user of the token. */
export function readAccessTokens(app: App, ctx: Context, keys: SigningKeys): void {
  app.decorateRequest('delegation')
  app.addHook('onRequest', (request, _, done) => {
    const token = accessTokenOf(request.headers)
    if (token === undefined) return done()
    readAccessToken(ctx, keys, token).then((delegation) => {
      request.delegation = delegation
      done()
    }, done)
  })
}

/** For a remote's service (RFC 9068). Expires with the service's own token. */
export const signAccessToken = (
  ctx: Context,
  keys: SigningKeys,
  delegation: Delegation,
  session: Session,
): Promise<string> =>
  keys.sign(
    {
      iss: ctx.config.AUTH_URL,
      aud: gatewayOf(ctx),
      sub: delegation.userId,
      sid: delegation.sid,
      client_id: delegation.remote,
      ...(delegation.organization !== undefined && { organization: delegation.organization }),
      scope: accessTokenScope,
      jti: randomId(),
      iat: seconds(ctx.now()),
      exp: delegation.endsAt,
      ...actOf(session),
    },
    accessTokenType,
  )

const claimsForm = z.object({ sub: z.string(), sid: z.string(), exp: z.number() })
const accessForm = claimsForm.extend({
  client_id: z.string(),
  scope: z.literal(accessTokenScope),
  organization: z.string().nullish(),
})
const serviceForm = claimsForm.extend({ aud: z.string(), organization: z.object({ id: z.string() }).nullable() })

async function readAccessToken(ctx: Context, keys: SigningKeys, token: string): Promise<Delegation | null> {
  const claims = accessForm.safeParse(await verify(ctx, keys, token, accessTokenType, gatewayOf(ctx)))
  return claims.success ? toDelegation(ctx, claims.data, claims.data.client_id, claims.data.organization) : null
}

export async function readServiceToken(ctx: Context, keys: SigningKeys, token: string): Promise<Delegation | null> {
  const claims = serviceForm.safeParse(await verify(ctx, keys, token, serviceTokenType))
  if (!claims.success) return null
  return toDelegation(ctx, claims.data, claims.data.aud, claims.data.organization?.id ?? null)
}

function toDelegation(
  ctx: Context,
  { sub, sid, exp }: z.infer<typeof claimsForm>,
  remote: string,
  organization: Delegation['organization'],
): Delegation | null {
  const sessionId = openSession(ctx, sid)
  return sessionId === null ? null : { userId: sub, sessionId, sid, remote, organization, endsAt: exp }
}

/** Null for invalid and expired tokens. */
async function verify(
  ctx: Context,
  keys: SigningKeys,
  token: string,
  typ: string,
  audience?: string,
): Promise<JWTPayload | null> {
  const expected = { algorithms: [algorithm], issuer: ctx.config.AUTH_URL, typ, currentDate: ctx.now() }
  try {
    const options = { ...expected, ...(audience !== undefined && { audience }) }
    return (await jwtVerify(token, ({ kid }: JWTHeaderParameters) => keys.verifyingKey(kid), options)).payload
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
