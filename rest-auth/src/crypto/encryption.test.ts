import { describe, expect, it } from 'vitest'
import { decrypt, encrypt } from './encryption.ts'

const old = 'o'.repeat(32)
const current = 'c'.repeat(32)

describe('encryption at rest', () => {
  it('decrypts only with the same secret and purpose, and differs each time', () => {
    const sealed = encrypt([current], 'a', 'tökén')
    expect(sealed).not.toContain('tökén')
    expect(encrypt([current], 'a', 'tökén')).not.toBe(sealed)
    expect(decrypt([current], 'a', sealed)).toBe('tökén')
    expect(decrypt([current], 'b', sealed)).toBeNull()
    expect(decrypt([old], 'a', sealed)).toBeNull()
  })

  it('decrypts after a new secret was added in front', () => {
    expect(decrypt([current, old], 'a', encrypt([old], 'a', 'token'))).toBe('token')
  })

  it('detects changed and truncated text', () => {
    const sealed = encrypt([current], 'a', 'token')
    const middle = sealed.length - 8
    const changed = sealed.slice(0, middle) + (sealed[middle] === 'A' ? 'B' : 'A') + sealed.slice(middle + 1)
    expect(decrypt([current], 'a', changed)).toBeNull()
    expect(decrypt([current], 'a', 'encrypted:v1:')).toBeNull()
  })

  it('returns clear text of an adopted database unchanged', () => {
    expect(decrypt([current], 'a', 'gho_clear')).toBe('gho_clear')
  })
})
