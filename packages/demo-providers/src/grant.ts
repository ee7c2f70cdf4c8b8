import { createHash } from 'node:crypto'
import { z } from 'zod'
import { demoPerson } from './people.ts'

/** A consent at a demo provider. Codes and tokens contain it, so the server stores nothing. */
const grantSchema = z.object({
  kind: z.enum(['code', 'access', 'refresh']),
  provider: z.string(),
  clientId: z.string(),
  redirectUri: z.string(),
  challenge: z.string().nullable(),
  nonce: z.string().nullable(),
  scopes: z.array(z.string()),
  offline: z.boolean(),
  person: demoPerson,
  serial: z.string(), // makes every code and token unique
  expiresAt: z.number(),
})
export type DemoGrant = z.infer<typeof grantSchema>

export const pack = (grant: DemoGrant): string => `demo.${Buffer.from(JSON.stringify(grant)).toString('base64url')}`

/** Returns null unless the code or token is valid, unexpired, and of this kind and provider. */
export function unpack(text: string, kind: DemoGrant['kind'], provider: string, now: Date): DemoGrant | null {
  try {
    const grant = grantSchema.parse(JSON.parse(Buffer.from(text.replace(/^demo\./, ''), 'base64url').toString('utf8')))
    return grant.kind === kind && grant.provider === provider && grant.expiresAt > now.getTime() ? grant : null
  } catch {
    return null
  }
}

/** RFC 7636, section 4.6. Without a challenge there must be no verifier. */
export function provesPossession(grant: DemoGrant, verifier: string | undefined): boolean {
  if (grant.challenge === null) return verifier === undefined
  return verifier !== undefined && createHash('sha256').update(verifier).digest('base64url') === grant.challenge
}
