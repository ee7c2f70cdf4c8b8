import { importPKCS8, SignJWT } from 'jose'
import { parseJson } from '../../http/json-body.ts'
import type { AppleKey } from '../../provider-config.ts'
import { person } from '../person.ts'
import type { ProfileAccess } from '../provider.ts'

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
  // The field is unsigned: it passes through the browser. Only the name is used.
  return { ...(await access.claims()), user: parseJson(access.userField ?? '') }
}

export const appleUser = person({
  id: 'sub',
  names: [['user.name.firstName', 'user.name.lastName'], 'name', 'email'],
  email: 'email',
  verified: 'email_verified',
  isVerified: (claim) => claim === true || claim === 'true', // only Apple also sends it as text
})
