import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { readPublicKey, verifyDocument } from './verify-document.ts'

const { privateKey, publicKey: ownKey } = generateKeyPairSync('ed25519')
const publicKey = Buffer.from(ownKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64')
const signed = '{"name":"mf-étoile"}'
const signature = sign(null, Buffer.from(signed), privateKey).toString('base64')

test('accepts the signature of these bytes by this key', () => {
  expect(verifyDocument(signed, signature, publicKey)).toBe(true)
})

test('rejects another character, key or signature', () => {
  const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x ?? ''
  expect(verifyDocument(`${signed} `, signature, publicKey)).toBe(false)
  expect(verifyDocument(signed.replace('é', 'e\u0301'), signature, publicKey)).toBe(false)
  expect(verifyDocument(signed, signature, Buffer.from(other, 'base64url').toString('base64'))).toBe(false)
  expect(verifyDocument(signed, Buffer.alloc(64).toString('base64'), publicKey)).toBe(false)
})

test('rejects keys and signatures of another encoding, length or kind', () => {
  const pem = ownKey.export({ format: 'pem', type: 'spki' }).toString()
  const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'der', type: 'spki' })
  for (const key of ['', 'AAAA', pem, rsa.toString('base64'), ` ${publicKey}`, publicKey.replace('=', '')]) {
    expect(readPublicKey(key)).toBeNull()
    expect(verifyDocument(signed, signature, key)).toBe(false)
  }
  for (const text of ['', 'AAAA', `${signature} `, signature.slice(0, -4)])
    expect(verifyDocument(signed, text, publicKey)).toBe(false)
})

test('rejects a text with a lone surrogate', () => {
  const half = `${signed}\ud800`
  const replaced = sign(null, Buffer.from(half), privateKey).toString('base64')
  expect(verifyDocument(half, replaced, publicKey)).toBe(false)
})

test.each([
  '0100000000000000000000000000000000000000000000000000000000000000',
  '0000000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
])('rejects the key %s, for which one signature matches many texts', (hex) => {
  const key = Buffer.from(hex, 'hex')
  const everyones = [Buffer.concat([key, Buffer.alloc(32)]), Buffer.concat([Buffer.from([1]), Buffer.alloc(63)])]
  const texts = Array.from({ length: 64 }, (_, index) => String(index))
  const held = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key.toString('base64url') }, format: 'jwk' })
  for (const one of everyones) expect(texts.some((text) => verify(null, Buffer.from(text), held, one))).toBe(false)
})
