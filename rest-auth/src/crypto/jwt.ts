import { createJWTSignatureMessage, encodeJWT, parseJWT } from '@oslojs/jwt'
import { deriveSecrets } from './derived-secrets.ts'
import { hmac, isSignature, type Secrets } from './signed-value.ts'

/** What a token is for, as its header says it (RFC 8725, section 3.11). Each kind has keys of its own. */
type Kind = 'email-link+jwt' | 'known-browser+jwt' | 'proof+jwt'

/** A JWS in compact form, HS256 (RFC 7515). */
export function signJwt(secrets: Secrets, typ: Kind, payload: object): string {
  const header = JSON.stringify({ alg: 'HS256', typ })
  const text = JSON.stringify(payload)
  const message = new TextDecoder().decode(createJWTSignatureMessage(header, text))
  return encodeJWT(header, text, Buffer.from(hmac(deriveSecrets(secrets, typ)[0], message, 'base64url'), 'base64url'))
}

/** The payload of a token of this kind that one of the secrets signed with HS256; null for everything else. It may have expired. */
export function readJwt(secrets: Secrets, typ: Kind, token: string): object | null {
  try {
    const [header, payload, signature, message] = parseJWT(token)
    if (Reflect.get(header, 'alg') !== 'HS256' || Reflect.get(header, 'typ') !== typ) return null
    const given = Buffer.from(signature).toString('base64url')
    const text = new TextDecoder().decode(message)
    return isSignature(deriveSecrets(secrets, typ), text, given, 'base64url') ? payload : null
  } catch {
    return null
  }
}
