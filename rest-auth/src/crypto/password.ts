import { hash, verify } from '@node-rs/argon2'
import { scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { inHashQueue } from './hash-queue.ts'

// OWASP Password Storage Cheat Sheet, Argon2id: m=19456 (19 MiB), t=2, p=1. The algorithm is the library's preset.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const currentPrefix = '$argon2id$v=19$m=19456,t=2,p=1$'
const decoy = `${currentPrefix}GYmAF7dNQO3hRSP4y6J6dw$HyaejY6VCW9Eijkr2jCDBlFqUMEyI3B1wcJAamvZTFM`

/** A PHC string of the password. Two spellings of one text (Unicode NFKC) are one password. */
export function hashPassword(password: string): Promise<string> {
  return inHashQueue(() => hash(password.normalize('NFKC'), parameters))
}

/** Whether the password is that of `passwordHash`; without a hash false, after the same work. */
export function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const normal = password.normalize('NFKC')
  return inHashQueue(async () => {
    if (passwordHash !== null && !passwordHash.startsWith('$')) return verifyScrypt(passwordHash, normal)
    // A hash that cannot be read is nobody's password.
    const matches = await verify(passwordHash ?? decoy, normal).catch(() => false)
    return matches && passwordHash !== null
  })
}

/** Whether a new hash of the same password would be better: other algorithm or parameters. */
export const isOutdated = (passwordHash: string): boolean => !passwordHash.startsWith(currentPrefix)

const deriveKey = promisify<string, string, number, object, Buffer>(scrypt)
const cost = { N: 16_384, r: 16, p: 1, maxmem: 128 * 16_384 * 16 * 2 }

/** better-auth's form: `<32 hex digits>:<128 hex digits>`, salted with the hex text itself, not with the bytes it stands for. */
async function verifyScrypt(passwordHash: string, password: string): Promise<boolean> {
  const [salt, key] = passwordHash.split(':')
  if (!salt || !key || !/^[0-9a-f]{128}$/.test(key)) return false
  return timingSafeEqual(Buffer.from(key, 'hex'), await deriveKey(password, salt, 64, cost))
}
