import { expect } from 'vitest'

// Text format 0.0.4 (https://prometheus.io/docs/instrumenting/exposition_formats/).
const sampleForm = /^([a-zA-Z_:][\w:]*)(?:\{((?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\"n])*",?)*)\})? (\S+)$/
const suffixes = /_(bucket|sum|count)$/

export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** Fails the test if the response violates the format. */
export async function readMetrics(address: string): Promise<Sample[]> {
  const response = await fetch(address)
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const text = await response.text()
  expect(text.endsWith('\n')).toBe(true)
  const families = new Set<string>()
  const seen = new Set<string>()
  return text.split('\n').flatMap((line) => {
    if (line === '' || /^# HELP \S+ .+$/.test(line)) return []
    const [, family] = /^# TYPE (\S+) (?:counter|gauge|histogram|summary)$/.exec(line) ?? []
    if (family !== undefined) return families.add(family) && []
    const [, name = '', labels = '', value] = sampleForm.exec(line) ?? expect.fail(`malformed line: ${line}`)
    if (!families.has(name) && !families.has(name.replace(suffixes, ''))) expect.fail(`without a type: ${line}`)
    if (seen.has(`${name} ${labels}`)) expect.fail(`twice: ${line}`)
    seen.add(`${name} ${labels}`)
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, content]) => [label, content])
    return { name, labels: Object.fromEntries(pairs), value: Number(value) }
  })
}

/** Returns the sum of all samples with this name and at least these labels. */
export function valueOf(
  samples: readonly Sample[],
  name: string,
  labels: Record<string, string | number> = {},
): number {
  const wanted = Object.entries(labels)
  return samples
    .filter((one) => one.name === name && wanted.every(([label, value]) => one.labels[label] === String(value)))
    .reduce((sum, { value }) => sum + value, 0)
}
