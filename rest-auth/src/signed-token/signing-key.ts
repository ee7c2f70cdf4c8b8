import { DatabaseUnavailable } from 'database/unavailable.ts'
import { type CryptoKey, errors, exportJWK, generateKeyPair, importJWK, SignJWT, type JWTPayload } from 'jose'
import { z } from 'zod'
import { transaction, type Context } from '../context.ts'
import { decrypt, encrypt } from '../crypto/encryption.ts'
import { randomId } from '../crypto/random.ts'
import { insertSigningKey, lockSigningKeys, readSigningKeys, type SigningKeyRow } from './signing-key.sql.ts'

const hour = 3_600_000
const day = 24 * hour

/** After so long another one is made. */
const rotation = 30 * day
/** So long it is published before it signs, and the one before does, however old: whoever keeps the key set for a while has it by then. */
const published = hour
/** A key that is so many seconds old has taken the place of the one before, no token of which lives any more. */
export const keyTakesOverIn = (2 * day) / 1000
/** Milliseconds for which an instance does not ask the database again. */
const remembered = 60_000

export const algorithm = 'EdDSA'

const privateForm = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string(), d: z.string() })

/** A public key as services get it (RFC 8037), in the form of better-auth's. */
export const publicKeyForm = z.object({
  alg: z.literal(algorithm),
  crv: z.literal('Ed25519'),
  x: z.string(),
  kty: z.literal('OKP'),
  kid: z.string(),
})
type PublicKey = z.infer<typeof publicKeyForm>

interface SigningKey {
  readonly id: string
  readonly createdAt: Date
  readonly publicKey: PublicKey
  readonly privateKey: CryptoKey | Uint8Array
  readonly verifyingKey: CryptoKey | Uint8Array
}

/** The keys that sign tokens for other services: shared by all instances, rotated monthly, created on first use. */
export class SigningKeys {
  readonly #ctx: Context
  #known: { readonly keys: readonly SigningKey[]; readonly readAt: number } | undefined
  #reading: Promise<readonly SigningKey[]> | undefined

  constructor(ctx: Context) {
    this.#ctx = ctx
  }

  /** All by which a token that lives may be signed. */
  async publicKeys(): Promise<PublicKey[]> {
    return (await this.#keys()).map(({ publicKey }) => publicKey)
  }

  /** By which to check a signature. Throws a JOSEError when no key has this id (any more). */
  async verifyingKey(id: string | undefined): Promise<CryptoKey | Uint8Array> {
    const key = (await this.#keys()).find((one) => one.id === id)
    if (!key) throw new errors.JWKSNoMatchingKey()
    return key.verifyingKey
  }

  /** A token that says `claims`, of type `typ`. */
  async sign(claims: JWTPayload, typ?: string): Promise<string> {
    const { id: kid, privateKey } = await this.present()
    return new SignJWT(claims)
      .setProtectedHeader({ alg: algorithm, kid, ...(typ !== undefined && { typ }) })
      .sign(privateKey)
  }

  async present(): Promise<SigningKey> {
    const keys = await this.#keys()
    const [newest] = keys
    if (!newest) throw new Error('There is no signing key.')
    return keys.find((key) => ageOf(this.#ctx, key) >= published) ?? newest
  }

  async #keys(): Promise<readonly SigningKey[]> {
    const { steady } = this.#ctx
    if (this.#known && steady() - this.#known.readAt < remembered) return this.#known.keys
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined))
    return this.#reading
  }

  async #read(): Promise<readonly SigningKey[]> {
    try {
      const found = await openKeys(this.#ctx)
      const keys = isDue(this.#ctx, found) ? await makeKey(this.#ctx) : found
      this.#known = { keys, readAt: this.#ctx.steady() }
      return keys
    } catch (error) {
      if (this.#known && error instanceof DatabaseUnavailable) return this.#known.keys
      throw error
    }
  }
}

const ageOf = ({ now }: Context, { createdAt }: SigningKey): number => now().getTime() - createdAt.getTime()

const isDue = (ctx: Context, keys: readonly SigningKey[]): boolean => keys.every((key) => ageOf(ctx, key) >= rotation)

/** Of several instances that find none at once one makes it. */
function makeKey(ctx: Context): Promise<readonly SigningKey[]> {
  return transaction(ctx, async (tx) => {
    await lockSigningKeys(tx)
    const found = await openKeys(tx)
    if (!isDue(tx, found)) return found
    const pair = await generateKeyPair(algorithm, { extractable: true })
    const id = randomId()
    const text = JSON.stringify(await exportJWK(pair.privateKey))
    const row = { id, privateKey: encrypt(tx.config.secrets, purposeOf(id), text), createdAt: tx.now() }
    await insertSigningKey(tx, row)
    return [...(await openKey(tx, row)), ...found]
  })
}

async function openKeys(ctx: Context): Promise<readonly SigningKey[]> {
  const rows = await readSigningKeys(ctx)
  return (await Promise.all(rows.map((row) => openKey(ctx, row)))).flat()
}

/** None where no secret of ours opens it: nobody is to believe what we cannot have signed. */
async function openKey({ config }: Context, { id, privateKey, createdAt }: SigningKeyRow): Promise<SigningKey[]> {
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

const purposeOf = (id: string): string => `signing key ${id}`
