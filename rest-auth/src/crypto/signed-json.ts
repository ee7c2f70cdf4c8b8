import { deriveSecrets } from './derived-secrets.ts'
import { readSignedValue, signValue, type Secrets } from './signed-value.ts'

/** Values signed for another purpose are invalid. */
export function signJson(secrets: Secrets, purpose: string, value: object): string {
  const text = Buffer.from(JSON.stringify(value)).toString('base64url')
  return signValue(deriveSecrets(secrets, purpose), text)
}

export function readSignedJson(secrets: Secrets, purpose: string, signed: string): unknown {
  const text = readSignedValue(deriveSecrets(secrets, purpose), signed)
  return text && JSON.parse(Buffer.from(text, 'base64url').toString())
}
