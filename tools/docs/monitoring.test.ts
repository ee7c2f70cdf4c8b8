import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(resolve(root, file), 'utf8')
const namesIn = (text: string, form: RegExp): string[] => [...text.matchAll(form)].map(([, name = '']) => name)

const sources = globSync(['{,packages/}*/src/**/*.ts', 'shell/server/**/*.ts'], { cwd: root })
  .filter((file) => !file.endsWith('.test.ts'))
  .map(read)
const own = sources
  .filter((text) => /from '(prom-client|service\/metrics\.ts|\.\.\/watch-values\.ts)'/.test(text))
  .flatMap((text) => namesIn(text, /(?:^ {2}name: |gauge\(\s*|^ {2}\w+: \[)'([a-z]+(?:_[a-z]+)+)'/gm))
const rows = read('docs/monitoring.md').match(/^\| `[a-z]+_.*$/gm) ?? []
const documented = rows.flatMap((row) => namesIn(row.split('|')[1] ?? '', /`([a-z]+(?:_[a-z0-9]+)+)`/g))

test('lists exactly our metrics in docs/monitoring.md', () => {
  expect(own.length).toBeGreaterThan(8)
  expect(documented.filter((name) => !/^(process|nodejs)_/.test(name)).toSorted()).toEqual(own.toSorted())
})

test('uses only documented metrics in docs/alerts.yml, and has advice for every alert', () => {
  const alerts = read('docs/alerts.yml')
  const expressions = namesIn(alerts, /expr: (.+(?:\n {10}.+)*)/g)
  const used = expressions.flatMap((text) => namesIn(text, /\b([a-z]+(?:_[a-z0-9]+)+)\b(?=[{[\s]|$)/gm))
  const known = new Set([...documented, 'histogram_quantile'])
  expect(used.length).toBeGreaterThan(expressions.length)
  expect(used.filter((name) => !known.has(name.replace(/_(bucket|sum|count)$/, '')))).toEqual([])
  for (const part of ['summary:', 'description:']) expect(alerts.split(part).length - 1).toBe(expressions.length)
})

test('gives every alert a severity and a runbook under an existing heading', () => {
  const rules = read('docs/alerts.yml').split('- alert: ').slice(1)
  const headings = new Map<string, string[]>()
  for (const file of ['docs/monitoring.md', 'docs/operating/troubleshoot.md'])
    headings.set(
      file,
      namesIn(read(file), /^#+ (.+)$/gm).map((heading) => heading.toLowerCase().replaceAll(' ', '-')),
    )
  for (const rule of rules) {
    expect(rule).toMatch(/severity: (page|ticket)\b/)
    const [, file = '', heading = ''] = /runbook_url: (\S+)#(\S+)/.exec(rule) ?? []
    expect(headings.get(file), rule).toContain(heading)
    const [, minutes = '0'] = /for: (\d+)m/.exec(rule) ?? []
    // Somebody has to know within five minutes, and windows need time as well.
    if (rule.includes('severity: page')) expect(Number(minutes), rule).toBeLessThanOrEqual(3)
  }
})

test('uses only documented metrics in docs/dashboard.json', () => {
  const expressions = namesIn(read('docs/dashboard.json'), /"expr": "(.+)"/g)
  const used = expressions.flatMap((text) => namesIn(text, /\b([a-z]+(?:_[a-z0-9]+)+)\b(?=[{[\s)]|$)/g))
  expect(used.length).toBeGreaterThanOrEqual(expressions.length)
  const known = new Set([...documented, 'histogram_quantile'])
  expect(used.filter((name) => !known.has(name.replace(/_(bucket|sum|count)$/, '')))).toEqual([])
})

test('lists every log message of the services in docs/monitoring.md', () => {
  const text = read('docs/monitoring.md').replaceAll(/\s+/g, ' ')
  const messages = sources.flatMap((source) =>
    namesIn(source, /\blog\.(?:info|warn|error)\((?:[^'`]+, )?'([^']+)',?\s*\)/g),
  )
  expect(messages.length).toBeGreaterThan(20)
  // The text after a colon or in brackets is advice.
  expect(
    messages.map((message) => message.split(/: | \(/, 1)[0] ?? '').filter((message) => !text.includes(message)),
  ).toEqual([])
})
