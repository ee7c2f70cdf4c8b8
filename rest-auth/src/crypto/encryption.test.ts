import { describe, expect, it } from 'vitest'
import { decrypt, encrypt } from './encryption.ts'

const old = 'o'.repeat(32)
const current = 'c'.repeat(32)

describe('encryption at rest', () => {
  it('is undone by the secret and the purpose that made it, and differs each time', () => {
    const sealed = encrypt([current], 'a', 'tökén')
    expect(sealed).not.toContain('tökén')
    expect(encrypt([current], 'a', 'tökén')).not.toBe(sealed)
    expect(decrypt([current], 'a', sealed)).toBe('tökén')
    expect(decrypt([current], 'b', sealed)).toBeNull()
    expect(decrypt([old], 'a', sealed)).toBeNull()
  })

  it('survives a new secret in front of the old one', () => {
    expect(decrypt([current, old], 'a', encrypt([old], 'a', 'token'))).toBe('token')
  })

  it('notices a change, and what was never whole', () => {
    const sealed = encrypt([current], 'a', 'token')
    const middle = sealed.length - 8
    const changed = sealed.slice(0, middle) + (sealed[middle] === 'A' ? 'B' : 'A') + sealed.slice(middle + 1)
    expect(decrypt([current], 'a', changed)).toBeNull()
    expect(decrypt([current], 'a', 'encrypted:v1:')).toBeNull()
  })

  it('leaves clear text of an adopted database as it is', () => {
    expect(decrypt([current], 'a', 'gho_clear')).toBe('gho_clear')
  })
})
