import { compactVerify, errors, SignJWT } from 'jose'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { deriveSecrets } from '../crypto/derived-secrets.ts'
import { emailSchema } from '../user/email.ts'
import type { User } from '../user/user.ts'

const typ = 'email-link+jwt' // explicitly typed (RFC 8725, section 3.11)
const claims = z.object({
  sub: z.string(),
  email: emailSchema,
  updateTo: emailSchema.optional(),
  /** Set in the link to the new mailbox. */
  requestType: z.literal('change-email-verification').optional(),
  exp: z.number(),
})

const keysOf = ({ config }: Context): Uint8Array[] =>
  deriveSecrets(config.secrets, typ).map((secret) => new TextEncoder().encode(secret))

/** Confirms the email, or changes it to `updateTo`. */
export function signEmailToken(
  ctx: Context,
  { id, email }: User,
  change: { updateTo?: string; requestType?: 'change-email-verification' } = {},
): Promise<string> {
  const iat = Math.floor(ctx.now().getTime() / 1000)
  const exp = iat + ctx.config.EMAIL_VERIFICATION_EXPIRES_IN
  const [key = new Uint8Array()] = keysOf(ctx)
  return new SignJWT({ email, ...change, sub: id, iat, exp }).setProtectedHeader({ alg: 'HS256', typ }).sign(key)
}

/** Undefined for invalid tokens, not for expired ones. */
export async function readEmailToken(ctx: Context, token: string): Promise<z.infer<typeof claims> | undefined> {
  for (const key of keysOf(ctx)) {
    try {
      const { payload, protectedHeader } = await compactVerify(token, key, { algorithms: ['HS256'] })
      if (protectedHeader.typ !== typ) return undefined
      return claims.safeParse(JSON.parse(new TextDecoder().decode(payload))).data
    } catch (error) {
      if (!(error instanceof errors.JOSEError || error instanceof SyntaxError)) throw error
    }
  }
  return undefined
}
