import { sql } from 'database/sql.ts'
import { DatabaseUnavailable } from 'database/unavailable.ts'
import { SignJWT, errors, exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWTPayload } from 'jose'
import { z } from 'zod'
import { transaction, type Context } from '../context.ts'
import { decrypt, encrypt } from '../crypto/encryption.ts'
import { randomId } from '../crypto/random.ts'
import { record } from '../journal/journal.ts'

const hour = 3_600_000
const day = 24 * hour

const rotationInterval = 30 * day
/** A new key is published before it signs, so that cached key sets include it. */
const publishedBefore = hour
/** In seconds: the previous key's tokens have expired by then. */
export const keyTakesOverIn = (2 * day) / 1000
/** In milliseconds. */
const cachedFor = 60_000

/** Shared by all instances, rotated monthly and created on first use. */
export class SigningKeys {
  readonly #ctx: Context
  #known: { readonly keys: readonly SigningKey[]; readonly readAt: number } | undefined
  #reading: Promise<readonly SigningKey[]> | undefined

  constructor(ctx: Context) {
    this.#ctx = ctx
  }

  async publicKeys(): Promise<PublicKey[]> {
    return (await this.#keys()).map(({ publicKey }) => publicKey)
  }

  /** Throws a JOSEError for unknown ids. */
  async verifyingKey(id: string | undefined): Promise<CryptoKey | Uint8Array> {
    const key = (await this.#keys()).find((one) => one.id === id)
    if (!key) throw new errors.JWKSNoMatchingKey()
    return key.verifyingKey
  }

  async sign(claims: JWTPayload, typ?: string): Promise<string> {
    const { id: kid, privateKey } = await this.present()
    return new SignJWT(claims)
      .setProtectedHeader({ alg: algorithm, kid, ...(typ !== undefined && { typ }) })
      .sign(privateKey)
  }

  async present(): Promise<SigningKey> {
    const keys = await this.#keys()
    const [newest] = keys
    if (!newest) throw new Error('No signing key: the database has none that the configured secrets decrypt')
    return keys.find((key) => ageOf(this.#ctx, key) >= publishedBefore) ?? newest
  }

  async #keys(): Promise<readonly SigningKey[]> {
    const { steady } = this.#ctx
    if (this.#known && steady() - this.#known.readAt < cachedFor) return this.#known.keys
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

const isDue = (ctx: Context, keys: readonly SigningKey[]): boolean =>
  keys.every((key) => ageOf(ctx, key) >= rotationInterval)

async function lockSigningKeys({ db }: Context): Promise<void> {
  await db.write`select pg_advisory_xact_lock(hashtext('signingKey'), 0)`
}

/** Only one of several instances creates a key. */
function makeKey(ctx: Context): Promise<readonly SigningKey[]> {
  return transaction(ctx, async (tx) => {
    await lockSigningKeys(tx)
    const found = await openKeys(tx)
    if (!isDue(tx, found)) return found
    return [...(await openKey(tx, await createKey(tx))), ...found]
  })
}

async function createKey(tx: Context): Promise<SigningKeyRow> {
  const pair = await generateKeyPair(algorithm, { extractable: true })
  const id = randomId()
  const text = JSON.stringify(await exportJWK(pair.privateKey))
  const row = { id, privateKey: encrypt(tx.config.secrets, purposeOf(id), text), createdAt: tx.now() }
  await tx.db.write`insert into "signingKey" ${sql(row)}`
  return row
}

/** For leaked keys: deletes all, and signs with a new one at once. Returns how many it deleted. */
export function replaceSigningKeys(ctx: Context): Promise<number> {
  return transaction(ctx, async (tx) => {
    await lockSigningKeys(tx)
    const { count } = await tx.db.write`delete from "signingKey"`
    await createKey(tx)
    record(tx, 'signing-keys.replaced', {})
    return count
  })
}

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

interface SigningKeyRow {
  readonly id: string
  /** An encrypted JWK. */
  readonly privateKey: string
  readonly createdAt: Date
}

export interface SigningKey {
  readonly id: string
  readonly createdAt: Date
  readonly publicKey: PublicKey
  readonly privateKey: CryptoKey | Uint8Array
  readonly verifyingKey: CryptoKey | Uint8Array
}

export function readSigningKeys({ db }: Context): Promise<SigningKeyRow[]> {
  return db.read`select "id", "privateKey", "createdAt" from "signingKey" order by "createdAt" desc, "id"`
}

export async function openKeys(ctx: Context): Promise<readonly SigningKey[]> {
  const rows = await readSigningKeys(ctx)
  return (await Promise.all(rows.map((row) => openKey(ctx, row)))).flat()
}

/** Empty if no secret decrypts it: keys that we cannot sign with must not be trusted. */
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
