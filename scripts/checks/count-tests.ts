import { readFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { z } from 'zod'

/** How a suite ended. */
export interface Count {
  passed: number
  skipped: number
  /** Those of the skipped tests whose names say what this machine lacks: "(needs curl)". */
  lacking: string[]
  /** Each test that failed as `file > name`; a file that could not be run is one of them. */
  failing: string[]
}

const root = resolve(import.meta.dirname, '../..')

const vitestReport = z.object({
  numPassedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
})

/** Reads what vitest's JSON reporter wrote; null when the run did not come that far. */
export async function countVitest(file: string): Promise<Count | null> {
  const report = vitestReport.nullable().parse(await readJson(file))
  if (report === null) return null
  const lacking = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ fullName, status }) => status === 'skipped' && fullName.includes('(needs '))
      .map(({ fullName }) => `${relative(root, name)} > ${fullName}`),
  )
  const failing = report.testResults.flatMap(({ name, status, assertionResults }) => {
    const path = relative(root, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0 && status === 'failed') return [`${path} > could not be run`]
    return failed.map(({ fullName }) => `${path} > ${fullName}`)
  })
  return { passed: report.numPassedTests, skipped: report.numPendingTests + report.numTodoTests, lacking, failing }
}

const spec = z.object({ title: z.string(), file: z.string(), tests: z.array(z.object({ status: z.string() })) })
const playwrightSuite = z.object({
  specs: z.array(spec),
  get suites() {
    return z.array(playwrightSuite).optional()
  },
})
const playwrightReport = z.object({
  config: z.object({ rootDir: z.string() }),
  suites: z.array(playwrightSuite),
  errors: z.array(z.object({ message: z.string().optional() })),
  stats: z.object({ expected: z.number(), skipped: z.number() }),
})

/** Reads what Playwright's JSON reporter wrote; null when the run did not come that far. A test that passed on a retry has failed. */
export async function countPlaywright(file: string): Promise<Count | null> {
  const report = playwrightReport.nullable().parse(await readJson(file))
  if (report === null) return null
  const { config, suites, errors, stats } = report
  const failing = specsOf(suites)
    .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected' || status === 'flaky'))
    .map((one) => `${relative(root, resolve(config.rootDir, one.file))} > ${one.title}`)
  const broken = errors.map(({ message = '' }) => `the run itself > ${message.split('\n')[0]}`)
  return { passed: stats.expected, skipped: stats.skipped, lacking: [], failing: [...failing, ...broken] }
}

function specsOf(suites: z.infer<typeof playwrightSuite>[]): z.infer<typeof spec>[] {
  return suites.flatMap(({ specs, suites: inner = [] }) => [...specs, ...specsOf(inner)])
}

/** How many tests have ended, by what vitest (a line for each file) or Playwright (a line for each test) has printed so far. */
export function countEnded(output: string): number {
  const files = [...output.matchAll(/^ [✓❯×↓] .*\((\d+) tests?\b/gm)].reduce((sum, [, tests]) => sum + Number(tests), 0)
  return files + [...output.matchAll(/^ +[✓✘-] +\d+ /gm)].length
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8').catch(() => 'null'))
}
