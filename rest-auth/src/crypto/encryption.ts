import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKey } from './derived-secrets.ts'
import type { Secrets } from './signed-value.ts'

const mark = 'encrypted:v1:'
const ivLength = 12
const tagLength = 16

const keyOf = (secret: string): Buffer => deriveKey(secret, 'encryption at rest')

/** AES-256-GCM, bound to `purpose`: the ciphertext is invalid in any other row or column. */
export function encrypt(secrets: Secrets, purpose: string, text: string): string {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secrets[0]), iv).setAAD(Buffer.from(purpose))
  const encrypted = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return mark + encrypted.toString('base64url')
}

/** Returns null if no secret fits. Plain text from before encryption is returned unchanged. */
export function decrypt(secrets: Secrets, purpose: string, stored: string): string | null {
  if (!stored.startsWith(mark)) return stored
  const bytes = Buffer.from(stored.slice(mark.length), 'base64url')
  if (bytes.length < ivLength + tagLength) return null
  for (const secret of secrets) {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), bytes.subarray(0, ivLength))
    decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(-tagLength))
    try {
      return Buffer.concat([decipher.update(bytes.subarray(ivLength, -tagLength)), decipher.final()]).toString('utf8')
    } catch {}
  }
  return null
}
