// `npm test`: every check of the repository, a line for each with its time. The last line counts
// tests; each check that is not a suite of tests counts as one. `--quick`: types, and lint and
// tests of changed files. `--full`: what `npm test` leaves out. Anything else is for Vitest, or
// for Playwright if it names a journey: `npm test -- session.test.ts`.
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Count, countTests } from './checks/count-tests.ts'
import { mustRun, type Outcome, run } from './checks/run.ts'

interface Result extends Outcome, Count {
  name: string
}

const root = resolve(import.meta.dirname, '..')
const full = process.argv.includes('--full')
const quick = process.argv.includes('--quick')
const linesOfFailure = 80
const progressInterval = 15_000
const reports = await mkdtemp(join(tmpdir(), 'test-reports-'))
// Services start some two hundred times: each compiles only what the first has not.
process.env['NODE_COMPILE_CACHE'] = join(reports, 'compiled')

const none: Count = { passed: 0, skipped: 0, lacking: [], failing: [], seconds: [] }
const environment = { NO_COLOR: '1', FORCE_COLOR: undefined, TEST_FULL: full ? '1' : '' }
const playwright = ['e2e/node_modules/.bin/playwright', 'test', '--config', 'e2e/playwright.config.ts'] as const
const show = (text: string): void => void process.stdout.write(text)

const only = process.argv.slice(2).filter((option) => !['--quick', '--full'].includes(option))
if (only.length > 0) {
  const { ok } = await runOnly(only)
  await rm(reports, { recursive: true })
  process.exit(ok ? 0 : 1)
}
const results = quick ? await runQuick() : await runAll()
await rm(reports, { recursive: true })

for (const { name, ok, output } of results) {
  if (!ok) console.log(`\n${name} failed:\n${output.trimEnd().split('\n').slice(-linesOfFailure).join('\n')}`)
}
if (!full) printSlowest(results.flatMap(({ seconds }) => seconds))
const allPassed = results.reduce((sum, { passed }) => sum + passed, 0)
const allFailing = results.flatMap(({ failing }) => failing)
if (allFailing.length > 0) console.log(`\nFailed:\n  ${allFailing.join('\n  ')}`)
console.log(`${allPassed} passed, ${allFailing.length} failed`)
process.exit(allFailing.length > 0 ? 1 : 0)

async function runAll(): Promise<Result[]> {
  const first = await Promise.all([...(full ? [] : staticChecks()), runUnitTests(slowFiles('test'))])
  const [program, ...options] = playwright
  const journeys = await suite('journeys in a browser', (report) =>
    run(program, [...options, ...slowFiles('spec')], { ...environment, PLAYWRIGHT_JUNIT_OUTPUT_FILE: report }),
  )
  // Last, on an idle machine.
  const costs = full ? [await check('cost of calls', () => run('node', ['bench/main.ts', 'rest', '--check']))] : []
  return [...first, journeys, ...costs]
}

async function runQuick(): Promise<Result[]> {
  const changed = await findChanges()
  const sources = changed.filter((file) => /\.(tsx?|mjs|js)$/.test(file))
  const files = testsBeside(changed)
  console.log(`${sources.length} changed sources, ${files.length} files of tests beside them`)
  // One after the other: together they would wait for each other's memory and cores.
  const checks = [await check('types', () => run('node', ['tools/types.ts'], {}, show))]
  if (sources.length > 0)
    checks.push(
      await check('lint of changed files', () =>
        run('oxlint', ['--type-aware', '--no-error-on-unmatched-pattern', ...sources]),
      ),
    )
  if (files.length > 0) checks.push(await runUnitTests(files, show))
  return checks
}

/** With options of Vitest or Playwright. Slow tests run if their file is named. */
function runOnly(args: string[]): Promise<Outcome> {
  const env = args.some((arg) => arg.includes('.full.')) ? { TEST_FULL: '1' } : {}
  const isJourney = args.some((arg) => arg.includes('.spec.'))
  const [program, ...options] = isJourney ? playwright : (['vitest', 'run'] as const)
  return run(program, [...options, ...args], env, show)
}

function runUnitTests(files: string[], onOutput?: (text: string) => void): Promise<Result> {
  return suite('unit and integration tests', (report) =>
    run(
      'vitest',
      ['run', '--reporter=default', '--reporter=junit', `--outputFile.junit=${report}`, ...files],
      environment,
      onOutput,
    ),
  )
}

function staticChecks(): Promise<Result>[] {
  return [
    checkTypesAndLint(),
    check('format', () => run('oxfmt', ['--check'])),
    check('circles of folders', () => run('node', ['tools/checks/circles.ts'])),
    check('unused code', () => run('knip', ['--no-progress'])),
    check('generated files', () => run('node', ['tools/codegen.ts', '--check'])),
  ]
}

/** In one pass, because both need all types. Most of bench lacks them: its packages come separately. */
function checkTypesAndLint(): Promise<Result> {
  const scopes = [
    ['--type-check', '--ignore-pattern=bench'],
    ['--type-check', 'bench/federation', 'bench/size'],
    ['bench'],
  ]
  return check('types and lint', async () => {
    const outcomes: Outcome[] = []
    for (const scope of scopes) outcomes.push(await run('oxlint', ['--type-aware', ...scope]))
    return { ok: outcomes.every(({ ok }) => ok), output: outcomes.map(({ output }) => output).join('') }
  })
}

async function check(name: string, work: () => Promise<Outcome>): Promise<Result> {
  const started = performance.now()
  const outcome = await work()
  printLine(name, outcome.ok ? 'ok' : 'FAILED', started)
  return { name, ...outcome, ...none, ...(outcome.ok ? { passed: 1 } : { failing: [name] }) }
}

async function suite(name: string, work: (report: string) => Promise<Outcome>): Promise<Result> {
  const started = performance.now()
  const file = join(reports, `${name.replaceAll(' ', '-')}.xml`)
  const progress = setInterval(() => printLine(name, '...', started), progressInterval)
  const { ok, output } = await work(file)
  clearInterval(progress)
  const count = (await countTests(file)) ?? none
  const { passed, skipped, lacking } = count
  // A suite that ends badly, or ran nothing, is never a success, whatever its report says.
  const isSound = count.failing.length > 0 || (ok && passed > 0)
  const failing = isSound ? count.failing : [`${name} > exited with an error, or ran no tests`]
  const left = skipped > 0 ? `, ${skipped} skipped` : ''
  const verdict =
    failing.length === 0 ? `ok (${passed}${left})` : `FAILED (${failing.length} of ${passed + failing.length})`
  printLine(name, verdict, started)
  for (const test of lacking) console.log(`  skipped: ${test}`)
  return { ...count, name, ok: failing.length === 0, output, failing }
}

function printLine(name: string, verdict: string, started: number): void {
  console.log(`${name.padEnd(30)} ${verdict.padEnd(24)} ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

/** With `--full`: files that `npm test` skips or shortens. scan.ts and seed.ts use TEST_FULL. */
function slowFiles(kind: 'test' | 'spec'): string[] {
  if (!full) return []
  const files = globSync(`**/*.${kind}.{ts,tsx}`, { cwd: root, exclude: ['**/node_modules', '**/.*'] })
  return files.filter(
    (file) =>
      file.includes('.full.') ||
      /TEST_FULL|@full|support\/scan|testing\/seed/.test(readFileSync(join(root, file), 'utf8')),
  )
}

/** The files that differ from main. */
async function findChanges(): Promise<string[]> {
  const main = (await run('git', ['rev-parse', '--verify', '--quiet', 'origin/main'])).ok ? 'origin/main' : 'main'
  const base = (await mustRun('git', ['merge-base', 'HEAD', main])).trim()
  const changed = await mustRun('git', ['diff', '--name-only', '--diff-filter=d', base])
  const added = await mustRun('git', ['ls-files', '--others', '--exclude-standard'])
  return `${changed}${added}`.trim().split('\n').filter(Boolean)
}

/** `session.routes.ts` has `session.test.ts`. */
function testsBeside(changed: string[]): string[] {
  const patterns = changed.map((file) => `${file.replace(/\.[^/]*$/, '')}{,.*}.test.{ts,tsx}`)
  return globSync(patterns, { cwd: root, exclude: ['**/*.full.test.*'] })
}

function printSlowest(seconds: Count['seconds']): void {
  if (seconds.length === 0) return
  console.log('\nThe slowest files:')
  for (const [file, taken] of seconds.toSorted(([, a], [, b]) => b - a).slice(0, 10))
    console.log(`${taken.toFixed(1).padStart(7)} s  ${file}`)
  console.log()
}
