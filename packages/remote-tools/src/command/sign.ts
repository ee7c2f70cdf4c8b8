import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { PublishRequest } from 'contract/registry.ts'

// Versions are signed (ed25519, RFC 8032), against stolen tokens and manipulated rows.

type Signed = Pick<PublishRequest, 'document' | 'signature' | 'publicKey'>

export const keyFile = (folder: string): string => join(folder, '.remote', 'key.pem')

/** Creates a private key (PKCS #8, PEM). Rejects with EEXIST if there is one. */
export async function makeKey(folder: string): Promise<void> {
  const { privateKey } = generateKeyPairSync('ed25519')
  const file = keyFile(folder)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
  // Hides the folder from git, even if the repository ignores nothing.
  await writeFile(join(dirname(file), '.gitignore'), '*\n')
  await writeFile(file, pem, { mode: 0o600, flag: 'wx' })
}

/** Reads `REMOTE_KEY` (PEM, `\n` for line breaks) or the file of `makeKey`. Rejects with advice. */
export async function readKey(folder: string, environment: NodeJS.ProcessEnv): Promise<KeyObject> {
  const setting = environment['REMOTE_KEY']
  if (setting) return parseKey(setting.replaceAll(String.raw`\n`, '\n'), 'REMOTE_KEY')
  const file = keyFile(folder)
  const pem = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error(
      `The signing key ${file} cannot be read. Copy it there, or set REMOTE_KEY to its text. ` +
        `To create a first key, run: mkdir -p ${dirname(file)} && openssl genpkey -algorithm ed25519 -out ${file}`,
      { cause },
    )
  })
  return parseKey(pem, file)
}

export function parseKey(pem: string, place: string): KeyObject {
  const key = readPrivateKey(pem)
  if (key?.asymmetricKeyType !== 'ed25519') throw new Error(`${place} is not an ed25519 private key in PEM.`)
  return key
}

function readPrivateKey(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem)
  } catch {
    return null // OpenSSL's message would not help, and the text is a secret
  }
}

/** 32 bytes in base64. */
export function publicKeyOf(key: KeyObject): string {
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' })
  return Buffer.from(x, 'base64url').toString('base64')
}

/** The contents that `files` has, in base64 by hash. */
export const encodeFiles = (files: ReadonlyMap<string, Buffer>, hashes: string[]): Record<string, string> =>
  Object.fromEntries(
    hashes.flatMap((hash) => {
      const content = files.get(hash)
      return content ? [[hash, content.toString('base64')]] : []
    }),
  )

export const signDocument = (document: string, key: KeyObject): Signed => ({
  document,
  signature: sign(null, Buffer.from(document), key).toString('base64'),
  publicKey: publicKeyOf(key),
})
