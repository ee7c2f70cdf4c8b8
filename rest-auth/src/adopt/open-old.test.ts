import { symmetricEncrypt } from 'better-auth-1-7/crypto'
import { expect, test } from 'vitest'
import { deriveSubkey, openOld } from './open-old.ts'

test('derives the subkey of draft-irtf-cfrg-xchacha-03, section 2.2.1', () => {
  const key = Buffer.from('000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f', 'hex')
  const nonce = Buffer.from('000000090000004a0000000031415927', 'hex')
  expect(deriveSubkey(key, nonce).toString('hex')).toBe(
    '82413b4227b27bfed30e42508a877d73a0f9e4d58a74a853c12ec41326d3ecdc',
  )
})

test('opens what better-auth has sealed, with any of the secrets', async () => {
  const sealed = await symmetricEncrypt({ key: 'the old secret', data: 'käse' })
  expect(openOld(['another one', 'the old secret'], sealed)).toBe('käse')
  expect(openOld(['the old secret'], `$ba$3$${sealed}`)).toBe('käse')
  expect(openOld(['another one'], sealed)).toBeNull()
  for (const wrong of ['', 'zz', sealed.slice(0, -2), 'plain text'])
    expect(openOld(['the old secret'], wrong)).toBeNull()
})
