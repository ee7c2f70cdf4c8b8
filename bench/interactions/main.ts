// Measures how long users wait after a key press or click, in all journeys at a quarter of the CPU
// speed, and compares it with a one-line page in the same frame.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CountedInteractions, TimedEvent } from 'e2e/support/interactions'

/** Allowed difference of p98 to the one-line page, in milliseconds. */
const maxDifference = 100
/** Scalar and GraphiQL: third-party tools for developers. */
const toolsOfOthers = ['/api/auth/reference', '/graphql']
const reference = '@interactions responds to keys and clicks on a one-line page'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'bench-'))
const file = join(folder, 'interactions')
const playwright = join(root, 'e2e/node_modules/.bin/playwright')
const args = ['test', '--config', join(root, 'e2e/playwright.config.ts'), '--workers=1', '--timeout=240000']
const { status } = spawnSync(playwright, [...args, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, INTERACTIONS_FILE: file },
})
if (status !== 0) console.log('Some journeys failed at this speed. Their interactions before that count.')

const recorded = readFileSync(file, 'utf8').trim().split('\n').map(parse)
rmSync(folder, { recursive: true })
const lines = recorded.filter(({ path }) => !toolsOfOthers.includes(path))
const events = lines.filter((line) => 'event' in line)
const omitted = recorded.filter((line) => 'event' in line && toolsOfOthers.includes(line.path))
// The last count of each document. It omits interactions under 16 ms just before the page was left.
const counts = [...new Map(lines.filter((line) => 'document' in line).map((line) => [line.document, line])).values()]
const longest = new Map<string, TimedEvent>()
for (const event of events) {
  const known = longest.get(event.interaction)
  if (!known || known.milliseconds < event.milliseconds) longest.set(event.interaction, event)
}
const interactions = [...longest.values()].toSorted((a, b) => a.milliseconds - b.milliseconds)
const timesOf = (isMeant: (journey: string) => boolean) => ({
  /** Only those of 16 ms or more: browsers report no shorter ones. */
  times: interactions.filter(({ journey }) => isMeant(journey)).map(({ milliseconds }) => milliseconds),
  all: counts.filter(({ journey }) => isMeant(journey)).reduce((sum, { interactions: count = 0 }) => sum + count, 0),
})
const ofReference = timesOf((journey) => journey === reference)
const ofJourneys = timesOf((journey) => journey !== reference)

const shortest = 16
/** Over all interactions, as in the definition of INP (https://web.dev/articles/inp). */
function quantile({ times, all }: ReturnType<typeof timesOf>, part: number): number {
  const fromTheLongest = Math.floor(Math.max(all, times.length) * (1 - part))
  return times.at(-1 - fromTheLongest) ?? shortest
}
console.log('\n| ms | interactions | of 16 ms and more | p50 | p75 | p98 | worst |\n|---|---|---|---|---|---|---|')
for (const [name, of] of [['one-line page', ofReference] as const, ['journeys', ofJourneys] as const]) {
  const quantiles = [0.5, 0.75, 0.98, 1].map((part) => quantile(of, part))
  console.log(`| ${name} | ${of.all} | ${of.times.length} | ${quantiles.join(' | ')} |`)
}
const slowest = interactions
  .filter(({ journey }) => journey !== reference)
  .slice(-20)
  .toReversed()
console.log(`\nOmitted: ${omitted.length} events of 16 ms and more on ${toolsOfOthers.join(' and ')}`)
console.log('\nThe slowest:')
for (const { milliseconds, event, path, target, journey } of slowest) {
  console.log(`${milliseconds} ms  ${event} ${target}  ${path}  (${journey})`)
}
const more = quantile(ofJourneys, 0.98) - quantile(ofReference, 0.98)
console.log(`\np98 is ${more} ms more than on the one-line page; maximum ${maxDifference} ms`)
process.exit(status === 0 && more <= maxDifference ? 0 : 1)

function parse(line: string): TimedEvent | CountedInteractions {
  return JSON.parse(line)
}
