import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { readSignedJson, signJson } from '../crypto/signed-json.ts'
import { cookieValues, setCookie } from '../http/cookies.ts'
import { isOwnershipProved } from '../user/user.sql.ts'
import type { User } from '../user/user.ts'

const lifetime = 900 // seconds
const name = 'proof'

const claims = z.object({ proves: z.string(), address: z.string(), exp: z.number() })
export type ProofOffer = z.infer<typeof claims>

/** A sign-in with the password in this browser then proves ownership for a while. */
export async function offerProof(ctx: Context, request: FastifyRequest, { id, email }: User): Promise<void> {
  if (await isOwnershipProved(ctx, id)) return
  const exp = Math.floor(ctx.now().getTime() / 1000) + lifetime
  setCookie(ctx, request, name, signJson(ctx.config.secrets, 'proof', { proves: id, address: email, exp }), lifetime)
}

/** The email whose password the browser is asked for, or null. */
export async function addressToProve(ctx: Context, request: FastifyRequest): Promise<string | null> {
  const offer = readOffer(ctx, request)
  return offer && !(await isOwnershipProved(ctx, offer.proves)) ? offer.address : null
}

/** Someone who knows the password and reads the email created the account. */
export const isProof = (offer: ProofOffer | null, { id, email }: User): boolean =>
  offer?.proves === id && offer.address === email

/** The account whose emailed link was opened here recently, or null. */
export function readOffer(ctx: Context, request: FastifyRequest): ProofOffer | null {
  const offers = cookieValues(ctx, request, name).map(
    (token) => claims.safeParse(readSignedJson(ctx.config.secrets, 'proof', token)).data,
  )
  return offers.find((offer) => offer && offer.exp * 1000 > ctx.now().getTime()) ?? null
}
