import { expect, test } from 'vitest'
import { usedStyles } from './used-styles.ts'

test.each([
  ['of many alternatives', `.a:is(${','.repeat(200_000)}(b)){top:0}`],
  ['of many attributes', `.a${'[data-a=b'.repeat(30_000)}{top:0}`],
  ['of many negations', `.a${':not('.repeat(50_000)}{top:0}`],
])('takes milliseconds for a selector %s, because it runs where pages are served', (_, css) => {
  const before = process.cpuUsage()
  try {
    usedStyles(css, new Set(['.a']))
  } catch {
    // Not valid CSS.
  }
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(1500)
})

test('keeps rules whose alternatives and attributes may match', () => {
  const css = '.a:is(.x,.y){top:0}.b:is(.x){top:1px}[data-size="lg"].a{top:2px}[data-size=md].a{top:3px}'
  expect(usedStyles(css, new Set(['.a', '[data-size=lg]', '[data-size]']))).toBe(
    '.a:is(.x,.y){top:0}[data-size="lg"].a{top:2px}',
  )
})
