import { describe, expect, test } from 'vitest'
import { newVisitor, versionFor, visitorCookie } from './split.ts'

const cookie = visitorCookie({ https: true })
const visitors = Array.from({ length: 10_000 }, () => newVisitor())
const split = (percent: number) => ({ version: '1.0.0', candidate: percent === 0 ? null : '1.1.0', percent })
const chosen = (name: string, percent: number) =>
  visitors.filter((visitor) => versionFor(name, split(percent), visitor) === '1.1.0')

describe('a candidate at a percentage', () => {
  test('stays with those who have it when the percentage is raised', () => {
    const half = new Set(chosen('mf-invoices', 50))
    expect(chosen('mf-invoices', 10).filter((visitor) => !half.has(visitor))).toEqual([])
  })

  test('is tried out by others for another remote', () => {
    const others = new Set(chosen('mf-account', 10))
    const both = chosen('mf-invoices', 10).filter((visitor) => others.has(visitor))
    // Of ten thousand 1 % where the two have nothing to do with each other.
    expect(both.length / visitors.length).toBeLessThan(0.02)
  })

  test('is not shown to a browser that has no id', () => {
    expect(versionFor('mf-invoices', split(99), null)).toBe('1.0.0')
  })
})

describe('the cookie of a browser', () => {
  test.each(['', 'visitor=1234567890123456789012', '__Host-visitor=short', '__Host-visitor=<1234567890123456789012>'])(
    'is none where it has another form or name: %s',
    (header) => {
      expect(cookie.read(header)).toBeNull()
    },
  )
})
