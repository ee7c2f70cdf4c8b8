import { execFileSync } from 'node:child_process'
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keyFile, makeKey, publicKeyOf, readKey, signDocument } from './sign.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'key-'))
})
afterEach(() => rm(folder, { recursive: true }))

const document = '{"name":"mf-one","version":"1.0.0","label":"Größe"}'

// The registry's counterpart: registry/src/version/verify-document.ts.
test('signs documents that the 32-byte public key verifies', async () => {
  await makeKey(folder)
  const signed = signDocument(document, await readKey(folder, {}))
  expect(signed.document).toBe(document)
  const x = Buffer.from(signed.publicKey, 'base64').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const verifies = (text: string) => verify(null, Buffer.from(text), key, Buffer.from(signed.signature, 'base64'))
  expect([verifies(document), verifies(`${document} `)]).toEqual([true, false])
})

test('creates a key once, only for its owner and hidden from git', async () => {
  await makeKey(folder)
  const key = await readFile(keyFile(folder), 'utf8')
  expect((await stat(keyFile(folder))).mode & 0o777).toBe(0o600)
  await expect(makeKey(folder)).rejects.toThrow('EEXIST')
  expect(await readFile(keyFile(folder), 'utf8')).toBe(key)
  execFileSync('git', ['init', '-q'], { cwd: folder })
  expect(execFileSync('git', ['status', '--porcelain', '-uall'], { cwd: folder, encoding: 'utf8' })).toBe('')
})

test('prefers REMOTE_KEY to the file, with real or escaped line breaks', async () => {
  await makeKey(folder)
  const { privateKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  for (const text of [pem, pem.trim().replaceAll('\n', String.raw`\n`)])
    expect(publicKeyOf(await readKey(folder, { REMOTE_KEY: text }))).toBe(publicKeyOf(privateKey))
})

test('reports missing and invalid keys without printing them', async () => {
  await expect(readKey(folder, {})).rejects.toThrow(/key\.pem cannot be read.*REMOTE_KEY/)
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' })
  for (const text of ['nonsense', rsa.toString(), '-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----']) {
    const refused = await readKey(folder, { REMOTE_KEY: text }).catch((error: unknown) => String(error))
    expect(refused).toBe('Error: REMOTE_KEY is not an ed25519 private key in PEM.')
  }
})
