// `npm run mutate`: puts faults into a copy of the repository and sees whether a test notices. Fails when fewer than 90 % are
// noticed, or when one that is not noticed is missing from mutate/survivors.ts.
//   npm run mutate -- [--count 300] [--seed 1] [--workers 2] [--quick] [folder or file …]
// With --quick only the tests near to a file run, which takes a fraction of the time and lets more faults survive.
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import startPostgres from 'database/vitest-global-setup.ts'
import { inOrderOf } from './mutate/choose.ts'
import { findMutants, type Mutant } from './mutate/mutants.ts'
import { imports, nearTests } from './mutate/near-tests.ts'
import { createScratch, type Scratch } from './mutate/scratch.ts'
import { accepted } from './mutate/survivors.ts'

const places = [
  ...['crypto', 'http', 'session', 'organization', 'social'].map((folder) => `rest-auth/src/${folder}`),
  'gateway/src',
  'shell/server',
]
const leastScore = 90
const root = resolve(import.meta.dirname, '..')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '2' },
    quick: { type: 'boolean', default: false },
  },
})
const started = performance.now()
/** Which test file noticed a fault the last time: it is the first to be asked again. */
const memory = join(root, '.cache', 'mutate.json')
const remembered = new Map<string, string>(existsSync(memory) ? JSON.parse(readFileSync(memory, 'utf8')) : [])

const files = places
  .flatMap((place) => globSync(`${place}/**/*.ts`, { cwd: root }))
  .filter((file) => !/\.test\.ts$|\/testing\/|\/generated\//.test(file))
  .filter((file) => positionals.length === 0 || positionals.some((path) => file.startsWith(path)))
  .toSorted()
const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
const possible = new Map(files.map((file) => [file, findMutants(file, sourceOf(file))]))

const stopPostgres = await startPostgres()
const workers = await Promise.all(Array.from({ length: Number(values.workers) }, createScratch))
const mutants = await chooseCompiling(Number(values.count))
const all = [...possible.values()].flat().length
console.log(`${mutants.length} of ${all} mutants of ${files.length} files, seed ${values.seed}`)

/** The first test or check that noticed it, or `time` when the tests did not end. */
const killers = new Map<Mutant, string>()
const tested = mutants.filter((mutant) => !reasonFor(mutant))
if (!values.quick) await inParallel(packagesOf(tested), mustPassUnchanged)
let done = 0
await inParallel(tested, runNearTests)
if (!values.quick) await inParallel(groups(survivors()), runAllTests)

await Promise.all(workers.map((scratch) => scratch.remove()))
await stopPostgres?.()
process.exit(report() ? 0 : 1)

/** Takes one mutant of each file after the other until there are enough; those that the compiler refuses are none. */
async function chooseCompiling(count: number): Promise<Mutant[]> {
  const queues = files.map((file) => inOrderOf(values.seed, possible.get(file) ?? []))
  const compiling: Mutant[] = []
  for (let round = nextOfEach(queues); round.length > 0 && compiling.length < count; round = nextOfEach(queues)) {
    const refused = new Set<string>()
    const check = async (scratch: Scratch, project: string): Promise<void> => {
      const those = round.filter(({ file }) => packageOf(file) === project)
      const options = ['--noUnusedLocals', 'false', '--noUnusedParameters', 'false']
      const tsconfig = project === 'shell' ? 'shell/server' : project
      const { output } = await withMutants(scratch, those, () => scratch.run('tsc', ['-p', tsconfig, ...options], 300))
      for (const [, file = ''] of output.matchAll(/^(\S+)\(\d+,\d+\): error/gm)) {
        const isAtFault = (mutant: Mutant): boolean => mutant.file === file || imports(root, file, mutant.file)
        for (const mutant of those.filter(isAtFault)) refused.add(mutant.file)
      }
    }
    await inParallel(packagesOf(round), check)
    compiling.push(...round.filter(({ file }) => !refused.has(file)))
  }
  return compiling.slice(0, count)
}

function nextOfEach(queues: Mutant[][]): Mutant[] {
  return queues.flatMap((queue) => queue.shift() ?? [])
}

/** A suite that fails anyway would kill every mutant. */
async function mustPassUnchanged(scratch: Scratch, project: string): Promise<void> {
  const [failing] = await failures(scratch, project, [], [])
  if (failing) throw new Error(`Without any fault this fails: ${failing}`)
  console.log(`${project}: all tests pass without a fault`)
}

async function runNearTests(scratch: Scratch, mutant: Mutant): Promise<void> {
  const last = remembered.get(keyOf(mutant))
  const rings = [
    ...(last && existsSync(join(scratch.folder, last)) ? [[last]] : []),
    ...nearTests(scratch.folder, mutant.file),
  ]
  for (const tests of rings) if (!killers.has(mutant)) await tryToKill(scratch, mutant, tests)
  done += 1
  const verdict = killers.has(mutant) ? `killed by ${killers.get(mutant)}` : 'survived the tests near to it'
  console.log(`${done}/${tested.length} ${name(mutant)} ${verdict}`)
}

async function tryToKill(scratch: Scratch, mutant: Mutant, tests: string[]): Promise<void> {
  const project = packageOf(mutant.file)
  const [killer] = await failures(scratch, project, tests, [mutant])
  if (!killer) return
  killers.set(mutant, killer)
  if (killer === 'time') return
  remembered.set(keyOf(mutant), testFileOf(project, killer))
  mkdirSync(dirname(memory), { recursive: true })
  writeFileSync(memory, JSON.stringify([...remembered]))
}

/** All tests of a package for several mutants at once, since most notice none of them. What fails then tells them apart. */
async function runAllTests(scratch: Scratch, group: Mutant[]): Promise<void> {
  const project = packageOf(group[0]?.file ?? '')
  const failing = await failures(scratch, project, [], group)
  const suspects = failing.includes('time') ? [] : [...new Set(failing.map((test) => testFileOf(project, test)))]
  if (failing.length > 0) for (const mutant of group) await tryToKill(scratch, mutant, suspects)
  for (const mutant of group) {
    if (!killers.has(mutant)) await checkGeneratedFiles(scratch, mutant)
    const verdict = killers.has(mutant) ? `killed by ${killers.get(mutant)}` : `SURVIVED all tests of ${project}`
    console.log(`${name(mutant)} ${verdict}`)
  }
}

/** `npm test` also compares the generated files with their sources: a fault in the schema shows there, whatever the tests ask. */
async function checkGeneratedFiles(scratch: Scratch, mutant: Mutant): Promise<void> {
  const check = (): ReturnType<Scratch['run']> => scratch.run('node', ['scripts/codegen.ts', '--check'], 300)
  const { code, output } = await withMutants(scratch, [mutant], check)
  if (code === 0) return
  killers.set(mutant, /^written: .*/m.exec(output)?.[0] ?? 'codegen')
  await check() // writes them anew, without the fault
}

/** Mutants that may be put in together: of one package, each in a file of its own, a handful. */
function groups(ungrouped: Mutant[]): Mutant[][] {
  const made: Mutant[][] = []
  for (const mutant of ungrouped) {
    const fits = (group: Mutant[]): boolean =>
      group.length < 8 && group.every(({ file }) => file !== mutant.file && packageOf(file) === packageOf(mutant.file))
    const group = made.find(fits)
    if (group) group.push(mutant)
    else made.push([mutant])
  }
  return made
}

/** The tests that fail with these mutants; one is enough when there is one mutant. */
async function failures(scratch: Scratch, project: string, tests: string[], faults: Mutant[]): Promise<string[]> {
  // A busy machine is no reason to call a fault noticed.
  const patience = ['--testTimeout', '120000', '--hookTimeout', '120000']
  const options = ['--project', project, '--project', 'alone', '--maxWorkers', '1', '--fsModuleCache', ...patience]
  const args = [
    'run',
    ...options,
    ...(faults.length > 1 ? [] : ['--bail', '1']),
    ...(tests.length > 0 ? tests : [`${project}/`]),
  ]
  const seconds = tests.length === 0 ? 1200 : 120 + 20 * tests.length
  const { code, output } = await withMutants(scratch, faults, () => scratch.run('vitest', args, seconds))
  if (code === 0) return []
  if (code === null) return ['time']
  if (output.includes('No test files found')) throw new Error(output)
  const failing = [...output.matchAll(/FAIL\s+\|\S+\| (.*)/g)].map(([, test = '']) => test)
  return failing.length > 0 ? failing : [output.trim().slice(-500)]
}

async function withMutants<T>(scratch: Scratch, faults: readonly Mutant[], work: () => Promise<T>): Promise<T> {
  for (const { file, start, end, replacement } of faults) {
    const source = sourceOf(file)
    await scratch.write(file, source.slice(0, start) + replacement + source.slice(end))
  }
  const result = await work()
  for (const { file } of faults) await scratch.write(file, sourceOf(file))
  return result
}

async function inParallel<T>(items: readonly T[], work: (scratch: Scratch, item: T) => Promise<void>): Promise<void> {
  const queue = items.values()
  await Promise.all(
    workers.map(async (scratch) => {
      for (const item of queue) await work(scratch, item)
    }),
  )
}

function sourceOf(file: string): string {
  return sources.get(file) ?? ''
}

function packageOf(file: string): string {
  return file.split('/')[0] ?? ''
}

function packagesOf(those: Mutant[]): string[] {
  return [...new Set(those.map(({ file }) => packageOf(file)))]
}

function survivors(): Mutant[] {
  return tested.filter((mutant) => !killers.has(mutant))
}

function reasonFor({ file, before, after }: Mutant): string | undefined {
  return accepted[file]?.find((survivor) => survivor.before === before && survivor.after === after)?.reason
}

function keyOf({ file, before, after }: Mutant): string {
  return [file, before, after].join('\n')
}

function testFileOf(project: string, test: string): string {
  const [file = ''] = test.split(' ')
  return file.startsWith(`${project}/`) ? file : `${project}/${file}`
}

function name({ file, line, kind }: Mutant): string {
  return `${file}:${line} (${kind})`
}

/** Prints the survivors, the table and what has to be done; answers whether there is nothing. */
function report(): boolean {
  const unlisted = survivors()
  const listed = mutants.filter((mutant) => reasonFor(mutant))
  for (const mutant of listed) console.log(`\naccepted: ${name(mutant)} ${reasonFor(mutant)}\n${difference(mutant)}`)
  for (const mutant of unlisted) console.log(`\nSURVIVED: ${name(mutant)}\n${difference(mutant)}`)

  console.log(`\n${['mutants', 'killed', 'by time', 'accepted', 'survived'].map(column).join('')}`)
  for (const place of [...places, '']) {
    const count = (those: Mutant[]): number => those.filter(({ file }) => file.startsWith(place)).length
    const killed = [...killers.keys()]
    const late = killed.filter((mutant) => killers.get(mutant) === 'time')
    if (count(mutants) === 0) continue
    console.log(`${[mutants, killed, late, listed, unlisted].map(count).map(column).join('')}  ${place || 'all'}`)
  }
  const score = (killers.size / mutants.length) * 100
  console.log(`${score.toFixed(1)} % killed in ${((performance.now() - started) / 60_000).toFixed(0)} min`)

  const stale = Object.entries(accepted).flatMap(([file, entries]) =>
    entries.filter(
      ({ before }) => sources.has(file) && !possible.get(file)?.some((mutant) => mutant.before === before),
    ),
  )
  for (const { before } of stale) console.log(`survivors.ts still lists a line that is no more: ${before}`)
  return score >= leastScore && unlisted.length === 0 && stale.length === 0
}

function difference({ before, after }: Mutant): string {
  return `    - ${before}\n    + ${after}`
}

function column(content: string | number): string {
  return String(content).padStart(10)
}
