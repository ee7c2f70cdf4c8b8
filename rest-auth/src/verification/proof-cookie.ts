import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { readJwt, signJwt } from '../crypto/jwt.ts'
import { clearCookie, cookieName, setCookie } from '../http/cookies.ts'
import { isProved, markProved } from '../user/user.sql.ts'
import type { User } from '../user/user.ts'

const lifetime = 900 // seconds
const name = 'proof'

// No claim is called `email`: this must not pass for the token of a verification link.
const claims = z.object({ proves: z.string(), address: z.string(), exp: z.number() })

/** Lets the browser in which a mailed link was followed prove the account for a short while: by its password. */
export async function offerProof(ctx: Context, request: FastifyRequest, { id, email }: User): Promise<void> {
  if (await isProved(ctx, id)) return
  const exp = Math.floor(ctx.now().getTime() / 1000) + lifetime
  setCookie(ctx, request, name, signJwt(ctx.config.secrets, 'proof+jwt', { proves: id, address: email, exp }), lifetime)
}

/** The address whose password this browser is asked for; null when there is nothing to prove. */
export async function addressToProve(ctx: Context, request: FastifyRequest): Promise<string | null> {
  const offer = readOffer(ctx, request)
  return offer && !(await isProved(ctx, offer.proves)) ? offer.address : null
}

/** After a sign-in with the password: whoever knows it and reads the mails is who made the account. */
export async function proveByPassword(ctx: Context, request: FastifyRequest, user: User): Promise<void> {
  const offer = readOffer(ctx, request)
  if (offer?.proves !== user.id) return
  await markProved(ctx, { id: offer.proves, email: offer.address })
  clearCookie(ctx, request, name)
}

function readOffer(ctx: Context, request: FastifyRequest): z.infer<typeof claims> | null {
  const token = request.cookies[cookieName(ctx.config, name)]
  const offer = token === undefined ? null : claims.safeParse(readJwt(ctx.config.secrets, 'proof+jwt', token)).data
  return offer && offer.exp * 1000 > ctx.now().getTime() ? offer : null
}
