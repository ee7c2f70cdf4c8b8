import { runInHashQueue } from './hash-queue.ts'

// Argon2id as recommended by OWASP: m=19456 (19 MiB), t=2, p=1.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const currentPrefix = '$argon2id$v=19$m=19456,t=2,p=1$'
const decoy = `${currentPrefix}GYmAF7dNQO3hRSP4y6J6dw$HyaejY6VCW9Eijkr2jCDBlFqUMEyI3B1wcJAamvZTFM`
const adoptedDecoy = `${'0'.repeat(32)}:${'0'.repeat(128)}` // scrypt, in better-auth's format

/** Normalizes to NFKC, so that different encodings of one text are the same password. */
export async function hashPassword(password: string): Promise<string> {
  return String(await runInHashQueue({ kind: 'hash', password: password.normalize('NFKC'), parameters }))
}

/** When to compute a hash of the other algorithm as well, for equal timing. */
export type BothKinds = 'never' | 'unless right' | 'always'

/** Takes as long without a hash. `bothKinds` hides whether it is an adopted, slower one. */
export async function verifyPassword(
  passwordHash: string | null,
  password: string,
  bothKinds: BothKinds = 'never',
): Promise<boolean> {
  const hash = passwordHash ?? decoy
  const isRight = (await matches(hash, password)) && passwordHash !== null
  if (bothKinds === 'always' || (bothKinds === 'unless right' && !isRight))
    await matches(hash.startsWith('$') ? adoptedDecoy : decoy, password)
  return isRight
}

const matches = async (hash: string, password: string): Promise<boolean> =>
  (await runInHashQueue({ kind: 'verify', password: password.normalize('NFKC'), hash })) === true

export const isOutdated = (passwordHash: string): boolean => !passwordHash.startsWith(currentPrefix)
