import { type CryptoKey, importJWK } from 'jose'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { decrypt } from '../crypto/encryption.ts'
import { readSigningKeys, type SigningKeyRow } from './signing-key.sql.ts'

export const algorithm = 'EdDSA'

const privateForm = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string(), d: z.string() })

/** RFC 8037, in better-auth's format. */
export const publicKeyForm = z.object({
  alg: z.literal(algorithm),
  crv: z.literal('Ed25519'),
  x: z.string(),
  kty: z.literal('OKP'),
  kid: z.string(),
})
export type PublicKey = z.infer<typeof publicKeyForm>

export interface SigningKey {
  readonly id: string
  readonly createdAt: Date
  readonly publicKey: PublicKey
  readonly privateKey: CryptoKey | Uint8Array
  readonly verifyingKey: CryptoKey | Uint8Array
}

export async function openKeys(ctx: Context): Promise<readonly SigningKey[]> {
  const rows = await readSigningKeys(ctx)
  return (await Promise.all(rows.map((row) => openKey(ctx, row)))).flat()
}

/** Empty if no secret decrypts it: keys that we cannot sign with must not be trusted. */
export async function openKey(
  { config }: Context,
  { id, privateKey, createdAt }: SigningKeyRow,
): Promise<SigningKey[]> {
  const text = decrypt(config.secrets, purposeOf(id), privateKey)
  if (text === null || text === privateKey) return []
  const { kty, crv, x, d } = privateForm.parse(JSON.parse(text))
  return [
    {
      id,
      createdAt,
      publicKey: { alg: algorithm, crv, x, kty, kid: id },
      privateKey: await importJWK({ kty, crv, x, d }, algorithm),
      verifyingKey: await importJWK({ kty, crv, x }, algorithm),
    },
  ]
}

export const purposeOf = (id: string): string => `signing key ${id}`
