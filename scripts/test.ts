// `npm test`: every check of the repository, a line for each with its time. The last line counts tests; each check that is no
// suite of tests counts as one.
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Count, countPlaywright, countVitest } from './checks/count-tests.ts'
import { type Outcome, run } from './checks/run.ts'

interface Result extends Outcome {
  name: string
  count: Count
}

const root = resolve(import.meta.dirname, '..')
const full = process.argv.includes('--full')
const linesOfFailure = 80
const reports = await mkdtemp(join(tmpdir(), 'test-reports-'))

const results = [
  ...(await Promise.all([
    check('types', checkTypes),
    check('lint', () => run('oxlint', ['--type-aware'])),
    check('format', () => run('oxfmt', ['--check'])),
    check('circles of folders', () => run('node', ['scripts/checks/circles.ts'])),
    check('unused code', () => run('knip', ['--no-progress'])),
    check('generated files', () => run('node', ['scripts/codegen.ts', '--check'])),
  ])),
  await suite('unit and integration tests', countVitest, (report) =>
    run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], {
      NO_COLOR: '1',
      TEST_FULL: full ? '1' : '',
    }),
  ),
  await suite('journeys in a browser', countPlaywright, (report) =>
    run('e2e/node_modules/.bin/playwright', ['test', '--config', 'e2e/playwright.config.ts'], {
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      TEST_FULL: full ? '1' : '',
      NO_COLOR: '1',
      FORCE_COLOR: undefined,
    }),
  ),
]
await rm(reports, { recursive: true })

for (const { name, ok, output } of results) {
  if (!ok) console.log(`\n${name} failed:\n${output.trimEnd().split('\n').slice(-linesOfFailure).join('\n')}`)
}
const passed = results.reduce((sum, { count }) => sum + count.passed, 0)
const failed = results.reduce((sum, { count }) => sum + count.failed, 0)
const failing = results.filter(({ ok }) => !ok).map(({ name }) => name)
if (failing.length > 0) console.log(`\nFailed: ${failing.join(', ')}`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failing.length > 0 ? 1 : 0)

async function check(name: string, work: () => Promise<Outcome>): Promise<Result> {
  const started = performance.now()
  const outcome = await work()
  printLine(name, outcome.ok ? 'ok' : 'FAILED', started)
  return { name, ...outcome, count: { passed: outcome.ok ? 1 : 0, failed: outcome.ok ? 0 : 1, skipped: 0 } }
}

async function suite(
  name: string,
  readCount: (file: string) => Promise<Count | null>,
  work: (report: string) => Promise<Outcome>,
): Promise<Result> {
  const started = performance.now()
  const file = join(reports, `${name.replaceAll(' ', '-')}.json`)
  const { ok, output } = await work(file)
  const read = await readCount(file)
  // A suite that ends badly, or ran nothing, is never a success, whatever its report says.
  const good = ok && read !== null && read.failed === 0 && read.passed > 0
  const count = {
    passed: read?.passed ?? 0,
    failed: good ? 0 : Math.max(1, read?.failed ?? 1),
    skipped: read?.skipped ?? 0,
  }
  const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : ''
  printLine(
    name,
    good ? `ok (${count.passed}${skipped})` : `FAILED (${count.failed} of ${count.passed + count.failed})`,
    started,
  )
  return { name, ok: good, output, count }
}

function printLine(name: string, verdict: string, started: number): void {
  console.log(`${name.padEnd(30)} ${verdict.padEnd(24)} ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

/** The compiler on every folder that has a tsconfig.json. */
async function checkTypes(): Promise<Outcome> {
  const folders = (await readdir(root, { withFileTypes: true })).filter(
    (entry) => entry.isDirectory() && !/^\.|^node_modules$/.test(entry.name),
  )
  const nested = await Promise.all(
    folders.map(async ({ name }) => [name, ...(await readdir(join(root, name))).map((inner) => join(name, inner))]),
  )
  const projects = ['.', ...nested.flat()].filter((folder) => existsSync(join(root, folder, 'tsconfig.json')))
  const outcomes = await Promise.all(projects.map((project) => run('tsc', ['-p', project])))
  return { ok: outcomes.every(({ ok }) => ok), output: outcomes.map(({ output }) => output).join('') }
}
