// `npm test`: every check of the repository, a line for each with its time; `--full` runs the files of tests that do more then.
// The last line counts tests; each check that is no suite of tests counts as one.
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Count, countTests } from './checks/count-tests.ts'
import { type Outcome, run } from './checks/run.ts'

interface Result extends Outcome, Count {
  name: string
}

const root = resolve(import.meta.dirname, '..')
const full = process.argv.includes('--full')
const linesOfFailure = 80
const progressInterval = 15_000
const reports = await mkdtemp(join(tmpdir(), 'test-reports-'))
// Services start some two hundred times: each compiles only what the first has not.
process.env['NODE_COMPILE_CACHE'] = join(reports, 'compiled')

const environment = { NO_COLOR: '1', FORCE_COLOR: undefined, TEST_FULL: full ? '1' : '' }

const results = [
  ...(await Promise.all([
    ...(full ? [] : staticChecks()),
    suite('unit and integration tests', (report) =>
      run(
        'vitest',
        ['run', '--reporter=default', '--reporter=junit', `--outputFile.junit=${report}`, ...slowFiles('test')],
        environment,
      ),
    ),
  ])),
  await suite('journeys in a browser', (report) =>
    run('e2e/node_modules/.bin/playwright', ['test', '--config', 'e2e/playwright.config.ts', ...slowFiles('spec')], {
      ...environment,
      PLAYWRIGHT_JUNIT_OUTPUT_FILE: report,
    }),
  ),
]
await rm(reports, { recursive: true })

for (const { name, ok, output } of results) {
  if (!ok) console.log(`\n${name} failed:\n${output.trimEnd().split('\n').slice(-linesOfFailure).join('\n')}`)
}
const allPassed = results.reduce((sum, { passed }) => sum + passed, 0)
const allFailing = results.flatMap(({ failing }) => failing)
if (allFailing.length > 0) console.log(`\nFailed:\n  ${allFailing.join('\n  ')}`)
console.log(`${allPassed} passed, ${allFailing.length} failed`)
process.exit(allFailing.length > 0 ? 1 : 0)

function staticChecks(): Promise<Result>[] {
  return [
    check('types', checkTypes),
    check('lint', () => run('oxlint', ['--type-aware'])),
    check('format', () => run('oxfmt', ['--check'])),
    check('circles of folders', () => run('node', ['tools/checks/circles.ts'])),
    check('budgets', () => run('node', ['tools/checks/budgets.ts'])),
    check('unused code', () => run('knip', ['--no-progress'])),
    check('generated files', () => run('node', ['tools/codegen.ts', '--check'])),
  ]
}

async function check(name: string, work: () => Promise<Outcome>): Promise<Result> {
  const started = performance.now()
  const outcome = await work()
  printLine(name, outcome.ok ? 'ok' : 'FAILED', started)
  return { name, ...outcome, passed: outcome.ok ? 1 : 0, skipped: 0, lacking: [], failing: outcome.ok ? [] : [name] }
}

async function suite(name: string, work: (report: string) => Promise<Outcome>): Promise<Result> {
  const started = performance.now()
  const file = join(reports, `${name.replaceAll(' ', '-')}.xml`)
  const progress = setInterval(() => printLine(name, '...', started), progressInterval)
  const { ok, output } = await work(file)
  clearInterval(progress)
  const none = { passed: 0, skipped: 0, lacking: [], failing: [] }
  const { passed, skipped, lacking, failing } = (await countTests(file)) ?? none
  // A suite that ends badly, or ran nothing, is never a success, whatever its report says.
  if (failing.length === 0 && !(ok && passed > 0)) failing.push(`${name} > did not end well`)
  const left = skipped > 0 ? `, ${skipped} skipped` : ''
  const verdict =
    failing.length === 0 ? `ok (${passed}${left})` : `FAILED (${failing.length} of ${passed + failing.length})`
  printLine(name, verdict, started)
  for (const test of lacking) console.log(`  skipped: ${test}`)
  return { name, ok: failing.length === 0, output, passed, skipped, lacking, failing }
}

function printLine(name: string, verdict: string, started: number): void {
  console.log(`${name.padEnd(30)} ${verdict.padEnd(24)} ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

/** With `--full`: the files that `npm test` skips or shortens. What uses scan.ts or seed.ts does more with TEST_FULL, too. */
function slowFiles(kind: 'test' | 'spec'): string[] {
  if (!full) return []
  const files = globSync(`**/*.${kind}.{ts,tsx}`, { cwd: root, exclude: ['**/node_modules', '**/.*'] })
  return files.filter(
    (file) =>
      file.includes('.full.') ||
      /TEST_FULL|@full|support\/scan|testing\/seed/.test(readFileSync(join(root, file), 'utf8')),
  )
}

/** The compiler on every folder that has a tsconfig.json. */
async function checkTypes(): Promise<Outcome> {
  const projects = globSync('{,*/,*/*/}tsconfig.json', { cwd: root, exclude: ['**/node_modules'] })
  const outcomes = await Promise.all(projects.map((project) => run('tsc', ['-p', project])))
  return { ok: outcomes.every(({ ok }) => ok), output: outcomes.map(({ output }) => output).join('') }
}
