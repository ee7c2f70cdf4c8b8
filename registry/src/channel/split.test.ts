import { describe, expect, test } from 'vitest'
import { newVisitor, versionFor, visitorCookie } from './split.ts'

const cookie = visitorCookie({ https: true })
const visitors = Array.from({ length: 10_000 }, () => newVisitor())
const split = (percent: number) => ({ version: '1.0.0', candidate: percent === 0 ? null : '1.1.0', percent })
const chosen = (name: string, percent: number) =>
  visitors.filter((visitor) => versionFor(name, split(percent), visitor) === '1.1.0')

describe('a canary', () => {
  test('keeps its browsers when the percentage is raised', () => {
    const half = new Set(chosen('mf-invoices', 50))
    expect(chosen('mf-invoices', 10).filter((visitor) => !half.has(visitor))).toEqual([])
  })

  test('selects different browsers for another remote', () => {
    const others = new Set(chosen('mf-account', 10))
    const both = chosen('mf-invoices', 10).filter((visitor) => others.has(visitor))
    // 1 % of ten thousand if the two selections are independent.
    expect(both.length / visitors.length).toBeLessThan(0.02)
  })

  test('is not shown to a browser without an id', () => {
    expect(versionFor('mf-invoices', split(99), null)).toBe('1.0.0')
  })
})

describe('the visitor cookie', () => {
  test.each(['', 'visitor=1234567890123456789012', '__Host-visitor=short', '__Host-visitor=<1234567890123456789012>'])(
    'is none where it has another form or name: %s',
    (header) => {
      expect(cookie.read(header)).toBeNull()
    },
  )
})
