import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding } from '@oslojs/encoding'
import { deriveSecrets } from './derived-secrets.ts'
import { readSignedValue, signValue, type Secrets } from './signed-value.ts'

/** A JSON object as a signed value. One that was made for another purpose is worthless. */
export function signJson(secrets: Secrets, purpose: string, value: object): string {
  const text = encodeBase64urlNoPadding(new TextEncoder().encode(JSON.stringify(value)))
  return signValue(deriveSecrets(secrets, purpose), text)
}

/** The object that one of the secrets signed for this purpose; otherwise null. */
export function readSignedJson(secrets: Secrets, purpose: string, signed: string): unknown {
  const text = readSignedValue(deriveSecrets(secrets, purpose), signed)
  return text && JSON.parse(new TextDecoder().decode(decodeBase64urlIgnorePadding(text)))
}
