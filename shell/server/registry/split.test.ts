import { describe, expect, test } from 'vitest'
import { newVisitor, versionFor, visitorCookie } from './split.ts'

const cookie = visitorCookie({ https: true })
const visitors = Array.from({ length: 10_000 }, () => newVisitor())
const split = (percent: number) => ({ version: '1.0.0', candidate: percent === 0 ? null : '1.1.0', percent })
const chosen = (name: string, percent: number) =>
  visitors.filter((visitor) => versionFor(name, split(percent), visitor) === '1.1.0')

describe('a candidate at a percentage', () => {
  test('is shown to that part of the browsers, and to the same ones each time', () => {
    const first = chosen('mf-invoices', 10)
    expect(first.length / visitors.length).toBeGreaterThan(0.09)
    expect(first.length / visitors.length).toBeLessThan(0.11)
    expect(chosen('mf-invoices', 10)).toEqual(first)
    expect(chosen('mf-invoices', 100)).toEqual(visitors)
    expect(new Set(visitors.map((visitor) => versionFor('mf-invoices', split(0), visitor)))).toEqual(new Set(['1.0.0']))
  })

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
  test('is read back as it was written', () => {
    const id = newVisitor()
    expect(cookie.write(id)).toBe(`__Host-visitor=${id}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure`)
    expect(cookie.read(`a=b; __Host-visitor=${id}; c=d`)).toBe(id)
    expect(visitorCookie({ https: false }).write(id)).not.toContain('Secure')
  })

  test.each(['', 'visitor=1234567890123456789012', '__Host-visitor=short', '__Host-visitor=<1234567890123456789012>'])(
    'is none where it has another form or name: %s',
    (header) => {
      expect(cookie.read(header)).toBeNull()
    },
  )
})
