import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { countEnded, countPlaywright, countVitest } from './count-tests.ts'

const root = resolve(import.meta.dirname, '../..')

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'count-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function report(content: unknown): Promise<string> {
  const file = join(folder, 'report.json')
  await writeFile(file, JSON.stringify(content))
  return file
}

test('of vitest each failing test has its file and name, and a file that could not be run counts as one', async () => {
  const file = await report({
    numPassedTests: 3,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [
      {
        name: join(root, 'kit/src/a.test.ts'),
        status: 'failed',
        assertionResults: [
          { fullName: 'one is two', status: 'failed' },
          { fullName: 'one is one', status: 'passed' },
          { fullName: 'curl signs in (needs curl)', status: 'skipped' },
          { fullName: 'root runs it (needs root)', status: 'passed' },
          { fullName: 'what takes long (only in test:full)', status: 'skipped' },
        ],
      },
      { name: join(root, 'kit/src/b.test.ts'), status: 'failed', assertionResults: [] },
    ],
  })
  expect(await countVitest(file)).toEqual({
    passed: 3,
    skipped: 2,
    lacking: ['kit/src/a.test.ts > curl signs in (needs curl)'],
    failing: ['kit/src/a.test.ts > one is two', 'kit/src/b.test.ts > could not be run'],
  })
})

test('of Playwright each failing test has its file and name, also one that passed on a retry', async () => {
  const spec = (title: string, status: string) => ({ title, file: 'a.spec.ts', tests: [{ status }] })
  const file = await report({
    config: { rootDir: join(root, 'e2e/journeys') },
    suites: [
      {
        specs: [spec('goes', 'expected')],
        suites: [{ specs: [spec('fails', 'unexpected'), spec('wavers', 'flaky')] }],
      },
    ],
    errors: [{ message: 'The product did not start\n    at setup' }],
    stats: { expected: 1, skipped: 4 },
  })
  expect(await countPlaywright(file)).toEqual({
    passed: 1,
    skipped: 4,
    lacking: [],
    failing: [
      'e2e/journeys/a.spec.ts > fails',
      'e2e/journeys/a.spec.ts > wavers',
      'the run itself > The product did not start',
    ],
  })
})

test('a run that wrote no report has no count', async () => {
  expect(await countVitest(join(folder, 'none.json'))).toBeNull()
  expect(await countPlaywright(join(folder, 'none.json'))).toBeNull()
})

test('what has ended so far is told from the lines of both', () => {
  const vitest = ` RUN  v5.1.1 /repository

 ✓ |kit| build/check-remote.test.ts (9 tests) 140ms
 ❯ |scripts| a.test.ts (3 tests | 1 failed | 1 skipped) 2000ms
   ✓ one is one 1500ms
 ✓ |shell| server/b.test.ts (1 test) 3ms
`
  const playwright = `Running 3 tests using 2 workers

  ✓   1 journeys/a.spec.ts:3:1 › somebody (1 of 2 tests) signs up (1.2s)
  ✘   2 journeys/b.spec.ts:3:1 › fails (60.0s)
  -  10 journeys/c.spec.ts:3:1 › is skipped
`
  expect(countEnded(vitest)).toBe(13)
  expect(countEnded(playwright)).toBe(3)
})
