import { importPKCS8, SignJWT } from 'jose'
import { z } from 'zod'
import type { AppleKey } from '../../provider-config.ts'
import type { ProfileAccess } from '../provider.ts'
import * as field from '../profile-fields.ts'

/** A JWT. Apple allows up to 180 days; five minutes are enough. */
export async function appleClientSecret(clientId: string, key: AppleKey, now: Date): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000)
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: key.keyId })
    .setIssuer(key.teamId)
    .setSubject(clientId)
    .setAudience('https://appleid.apple.com')
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + 300)
    .sign(await importPKCS8(key.privateKey, 'ES256'))
}

/** Apple sends the name once, in a form field beside the claims. */
export async function appleProfile(access: ProfileAccess): Promise<unknown> {
  return { ...(await access.claims()), user: parseUserField(access.userField) }
}

const person = z.object({ name: z.object({ firstName: field.name, lastName: field.name }) })

// Unsigned: it passes through the browser. Only the name is used.
function parseUserField(text: string | undefined): z.infer<typeof person> | null {
  try {
    return person.parse(JSON.parse(text ?? ''))
  } catch {
    return null
  }
}

export const appleUser = z
  .object({
    sub: field.id,
    name: field.name,
    email: field.email,
    // Only Apple also sends this claim as text.
    email_verified: z
      .unknown()
      .optional()
      .transform((value) => value === true || value === 'true'),
    user: person.nullish(),
  })
  .transform(({ sub, name, email, email_verified, user }) => ({
    id: sub,
    name: (user ? `${user.name.firstName} ${user.name.lastName}`.trim() : name) || (email ?? ''),
    email,
    emailVerified: email_verified,
    image: null,
  }))
