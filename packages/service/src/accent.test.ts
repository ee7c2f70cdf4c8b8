import Color from 'colorjs.io'
import { expect, test } from 'vitest'
import { accentRoles, accentStyles, neutrals } from './accent.ts'

const ratio = (one: string, other: string) => new Color(one).contrast(other, 'WCAG21')
const lc = (text: string, background: string) => Math.abs(new Color(background).contrast(text, 'APCA'))

const brands = [
  '#2f5fd6',
  '#e8a317',
  '#0f7084',
  '#ffff00',
  '#ffffff',
  '#000000',
  '#c9302c',
  '#808080',
  '#00ff00',
  '#7a00ff',
]

test.each(brands)('derives readable colours from %s in both schemes', (brand) => {
  for (const scheme of ['light', 'dark'] as const) {
    const roles = accentRoles(brand, scheme)
    const { page, surface, raised, hover } = neutrals[scheme]
    for (const solid of [roles.accent, roles['accent-hover'], roles['accent-active']]) {
      expect(ratio(roles['on-accent'], solid)).toBeGreaterThanOrEqual(4.5)
      expect(lc(roles['on-accent'], solid)).toBeGreaterThanOrEqual(60)
    }
    for (const background of [page, surface, raised, hover, roles['accent-subtle']]) {
      expect(ratio(roles['accent-text'], background)).toBeGreaterThanOrEqual(4.5)
      expect(lc(roles['accent-text'], background)).toBeGreaterThanOrEqual(60)
    }
    for (const background of [page, surface, raised])
      expect(ratio(roles['accent-mark'], background)).toBeGreaterThanOrEqual(3)
    expect(ratio(roles['on-accent-mark'], roles['accent-mark'])).toBeGreaterThanOrEqual(3)
  }
})

test('leaves an accent that is readable as it is', () => {
  expect(accentRoles('#2f5fd6', 'light')).toMatchObject({ accent: '#2f5fd6', 'accent-text': '#2f5fd6' })
  expect(accentStyles('#2f5fd6')).toMatch(/^:root\{--kit-accent:light-dark\(#2f5fd6,#2f5fd6\);/)
})
