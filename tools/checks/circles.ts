// Fails when folders of a package import each other in a circle, on the first two levels below the package. A file beside such folders
// counts as one. Circles of files are the linter's (import/no-cycle).
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** By room: the rooms that it imports, each with one of the imports. */
type Plan = Map<string, Map<string, string>>

/** The imports between rooms: folders or files `depth` levels below their package. Files are given as texts by path. */
export function drawPlan(files: Map<string, string>, depth: number): Plan {
  const roomOf = (file: string): string =>
    file
      .split('/')
      .slice(0, depth + (file.startsWith('packages/') ? 2 : 1))
      .join('/')
  const plan: Plan = new Map()
  for (const [file, text] of files) {
    const doors = plan.get(roomOf(file)) ?? new Map<string, string>()
    plan.set(roomOf(file), doors)
    // The formatter leaves this one form, and the linter relative paths only inside a package.
    for (const [, path = ''] of text.matchAll(/(?:\bfrom |\bimport ?\(?)'(\.[^'\n]+)'/g)) {
      const target = join(file, '..', path)
      if (roomOf(target) !== roomOf(file)) doors.set(roomOf(target), `${file} imports ${target}`)
    }
  }
  return plan
}

/** The groups of rooms from each of which one comes to all others of the group, each with the imports inside it. */
export function findCircles(plan: Plan): string[][] {
  const reach = new Map([...plan.keys()].map((room) => [room, reachableFrom(room, plan)]))
  const circles = [...plan.keys()].map((room) =>
    [...plan.keys()].filter((other) => reach.get(room)?.has(other) && reach.get(other)?.has(room)),
  )
  const groups = new Map(circles.filter((rooms) => rooms.length > 0).map((rooms) => [rooms.join(), rooms]))
  return [...groups.values()].map((rooms) =>
    rooms.flatMap((room) => rooms.flatMap((other) => plan.get(room)?.get(other) ?? [])),
  )
}

function reachableFrom(start: string, plan: Plan): Set<string> {
  const seen = new Set<string>()
  const visit = (room: string): void => {
    for (const next of plan.get(room)?.keys() ?? []) {
      if (!seen.has(next)) visit((seen.add(next), next))
    }
  }
  visit(start)
  return seen
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '../..')
  const paths = execFileSync('git', ['ls-files', '*/*.ts', '*/*.tsx'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && !/\.(test|spec)\.|\.d\.ts$/.test(path))
  const files = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  const circles = [1, 2].flatMap((depth) => findCircles(drawPlan(files, depth)))
  for (const imports of circles)
    console.error(`These import each other, directly or around:\n  ${imports.join('\n  ')}`)
  process.exit(circles.length > 0 ? 1 : 0)
}
