// Fails on import circles between folders of a package. The linter finds those between files.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The imported rooms (folders or files) of each room, with an example of each import. */
type Plan = Map<string, Map<string, string>>

/** `files`: texts by path. `depth`: levels below the package. */
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
    // The formatter allows only this form, and the linter relative paths only inside a package.
    for (const [, path = ''] of text.matchAll(/(?:\bfrom |\bimport ?\(?)'(\.[^'\n]+)'/g)) {
      const target = join(file, '..', path)
      if (roomOf(target) !== roomOf(file)) doors.set(roomOf(target), `${file} imports ${target}`)
    }
  }
  return plan
}

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
    console.error(`These folders import each other in a circle:\n  ${imports.join('\n  ')}`)
  process.exit(circles.length > 0 ? 1 : 0)
}
