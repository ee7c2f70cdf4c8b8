import { describe, expect, test } from 'vitest'
import { createVisitorId, chooseVersion, visitorCookie } from './rollout.ts'

const cookie = visitorCookie({ https: true })
const visitors = Array.from({ length: 10_000 }, () => createVisitorId())
const rollout = (percent: number) => ({ version: '1.0.0', canary: percent === 0 ? null : '1.1.0', percent })
const chosen = (name: string, percent: number) =>
  visitors.filter((visitor) => chooseVersion(name, rollout(percent), visitor) === '1.1.0')

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
    expect(chooseVersion('mf-invoices', rollout(99), null)).toBe('1.0.0')
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
