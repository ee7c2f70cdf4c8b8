import { readFile } from 'node:fs/promises'

export interface Count {
  passed: number
  skipped: number
  /** Skipped because this machine lacks something, according to the title: "(needs curl)". */
  lacking: string[]
  failing: string[]
  /** Seconds that the tests of each file took, the slowest file first. */
  seconds: [file: string, seconds: number][]
}

/** Reads a JUnit report of vitest or Playwright. Returns null if there is none. */
export async function countTests(file: string): Promise<Count | null> {
  const report = await readFile(file, 'utf8').catch(() => null)
  if (report === null) return null
  const tests = [...report.matchAll(/<testcase ([^>]*?)(?:\/>|>([^]*?)<\/testcase>)/g)].map(
    ([, attributes = '', result = '']) => ({
      name: `${read(attributes, 'classname')} > ${read(attributes, 'name')}`,
      isSkipped: result.includes('<skipped'),
      isFailed: /<(failure|error)\b/.test(result),
    }),
  )
  const seconds = new Map<string, number>()
  for (const [, attributes = ''] of report.matchAll(/<testcase ([^>]*)/g)) {
    const name = read(attributes, 'classname')
    seconds.set(name, (seconds.get(name) ?? 0) + Number(read(attributes, 'time')))
  }
  const namesOf = (those: typeof tests) => those.map(({ name }) => name)
  const skipped = tests.filter(({ isSkipped }) => isSkipped)
  const failing = namesOf(tests.filter(({ isFailed }) => isFailed))
  return {
    passed: tests.length - skipped.length - failing.length,
    skipped: skipped.length,
    lacking: namesOf(skipped).filter((name) => name.includes('(needs ')),
    failing,
    seconds: [...seconds].toSorted(([, a], [, b]) => b - a),
  }
}

const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function read(attributes: string, name: string): string {
  const [, value = ''] = new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes) ?? []
  return value.replaceAll(/&(\w+);/g, (entity, key: string) => characters[key] ?? entity)
}
