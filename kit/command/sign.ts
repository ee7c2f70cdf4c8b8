import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { PublishRequest } from 'contract/registry.ts'

// A version is signed by whoever publishes it (ed25519, RFC 8032). The shell's server verifies that before any page hears of it: a token
// that was stolen without the key publishes nothing, and a row that is not what was signed is shown to nobody.

type Signed = Pick<PublishRequest, 'document' | 'signature' | 'publicKey'>

/** Where a remote's folder keeps its private key; not for its repository. */
export const keyFile = (folder: string): string => join(folder, '.remote', 'key.pem')

/** Makes the key of a remote: a file (PKCS #8, PEM) that only its owner can read. Rejects with EEXIST where there is one already. */
export async function makeKey(folder: string): Promise<void> {
  const { privateKey } = generateKeyPairSync('ed25519')
  const file = keyFile(folder)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
  // A folder of its own that git knows nothing of, whatever else is ignored.
  await writeFile(join(dirname(file), '.gitignore'), '*\n')
  await writeFile(file, pem, { mode: 0o600, flag: 'wx' })
}

/**
 * The key that signs the versions of the remote in `folder`: `REMOTE_KEY` (PEM; its lines may be joined by `\n` as two characters, as
 * where settings have one line), else the file that `makeKey` made. Rejects with a sentence that says what to do.
 */
export async function readKey(folder: string, environment: NodeJS.ProcessEnv): Promise<KeyObject> {
  const setting = environment['REMOTE_KEY']
  if (setting) return parseKey(setting.replaceAll(String.raw`\n`, '\n'), 'REMOTE_KEY')
  const file = keyFile(folder)
  const pem = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error(
      `${file} cannot be read, which signs what is published. Set REMOTE_KEY to its text, or copy it there. ` +
        `A remote that never had one gets it by: mkdir -p ${dirname(file)} && openssl genpkey -algorithm ed25519 -out ${file}`,
      { cause },
    )
  })
  return parseKey(pem, file)
}

/** @throws a sentence that says what to do */
export function parseKey(pem: string, place: string): KeyObject {
  const key = readPrivateKey(pem)
  if (key?.asymmetricKeyType !== 'ed25519') throw new Error(`${place} is no private key of ed25519 in PEM.`)
  return key
}

function readPrivateKey(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem)
  } catch {
    return null // the message of OpenSSL helps nobody, and the text is a secret
  }
}

const publicKeySchema = z.object({ x: z.string() })

/** A key's public half, as the registry has it: 32 bytes in base64. */
export function publicKeyOf(key: KeyObject): string {
  const { x } = publicKeySchema.parse(createPublicKey(key).export({ format: 'jwk' }))
  return Buffer.from(x, 'base64url').toString('base64')
}

export const signDocument = (document: string, key: KeyObject): Signed => ({
  document,
  signature: sign(null, Buffer.from(document), key).toString('base64'),
  publicKey: publicKeyOf(key),
})
