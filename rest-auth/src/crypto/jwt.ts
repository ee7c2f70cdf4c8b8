import { createJWTSignatureMessage, encodeJWT, parseJWT } from '@oslojs/jwt'
import { hmac, isSignature, type Secrets } from './signed-value.ts'

const header = '{"alg":"HS256"}'

/** A JWS in compact form, HS256 (RFC 7515). */
export function signJwt(secrets: Secrets, payload: object): string {
  const text = JSON.stringify(payload)
  const message = new TextDecoder().decode(createJWTSignatureMessage(header, text))
  return encodeJWT(header, text, Buffer.from(hmac(secrets[0], message, 'base64url'), 'base64url'))
}

/** The payload of a token that one of the secrets signed with HS256; null for everything else. Says nothing about its expiry. */
export function readJwt(secrets: Secrets, token: string): object | null {
  try {
    const [parsedHeader, payload, signature, message] = parseJWT(token)
    if (Reflect.get(parsedHeader, 'alg') !== 'HS256') return null
    const given = Buffer.from(signature).toString('base64url')
    return isSignature(secrets, new TextDecoder().decode(message), given, 'base64url') ? payload : null
  } catch {
    return null
  }
}
