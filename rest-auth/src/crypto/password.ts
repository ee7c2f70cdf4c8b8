import { inHashQueue } from './hash-queue.ts'

// OWASP Password Storage Cheat Sheet, Argon2id: m=19456 (19 MiB), t=2, p=1. The algorithm is the library's preset.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const currentPrefix = '$argon2id$v=19$m=19456,t=2,p=1$'
const decoy = `${currentPrefix}GYmAF7dNQO3hRSP4y6J6dw$HyaejY6VCW9Eijkr2jCDBlFqUMEyI3B1wcJAamvZTFM`
const adoptedDecoy = `${'0'.repeat(32)}:${'0'.repeat(128)}` // scrypt, as better-auth writes it

/** A PHC string of the password. Two spellings of one text (Unicode NFKC) are one password. */
export async function hashPassword(password: string): Promise<string> {
  return String(await inHashQueue({ kind: 'hash', password: password.normalize('NFKC'), parameters }))
}

/**
 * Does the same work without a hash. While adopted hashes are left (`adopting`), every check does the work of both kinds:
 * they are slower, and the time would reveal who has one.
 */
export async function verifyPassword(
  passwordHash: string | null,
  password: string,
  adopting = false,
): Promise<boolean> {
  const hash = passwordHash ?? decoy
  const other = hash.startsWith('$') ? adoptedDecoy : decoy
  const hashes = adopting ? [hash, other] : [hash]
  const matches = await inHashQueue({ kind: 'verify', password: password.normalize('NFKC'), hashes })
  return matches === true && passwordHash !== null
}

export const isOutdated = (passwordHash: string): boolean => !passwordHash.startsWith(currentPrefix)
