// Fails on import circles between folders of a package. The linter finds those between files.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The units (folders or files) that each unit imports, with an example of each import. */
type ImportGraph = Map<string, Map<string, string>>

/** `files`: texts by path. `depth`: levels below the package. */
export function buildImportGraph(files: Map<string, string>, depth: number): ImportGraph {
  const unitOf = (file: string): string =>
    file
      .split('/')
      .slice(0, depth + (file.startsWith('packages/') ? 2 : 1))
      .join('/')
  const graph: ImportGraph = new Map()
  for (const [file, text] of files) {
    const targets = graph.get(unitOf(file)) ?? new Map<string, string>()
    graph.set(unitOf(file), targets)
    // The formatter allows only this form, and the linter relative paths only inside a package.
    for (const [, path = ''] of text.matchAll(/(?:\bfrom |\bimport ?\(?)'(\.[^'\n]+)'/g)) {
      const target = join(file, '..', path)
      if (unitOf(target) !== unitOf(file)) targets.set(unitOf(target), `${file} imports ${target}`)
    }
  }
  return graph
}

export function findCircles(graph: ImportGraph): string[][] {
  const reach = new Map([...graph.keys()].map((unit) => [unit, reachableFrom(unit, graph)]))
  const circles = [...graph.keys()].map((unit) =>
    [...graph.keys()].filter((other) => reach.get(unit)?.has(other) && reach.get(other)?.has(unit)),
  )
  const groups = new Map(circles.filter((units) => units.length > 0).map((units) => [units.join(), units]))
  return [...groups.values()].map((units) =>
    units.flatMap((unit) => units.flatMap((other) => graph.get(unit)?.get(other) ?? [])),
  )
}

function reachableFrom(start: string, graph: ImportGraph): Set<string> {
  const seen = new Set<string>()
  const visit = (unit: string): void => {
    for (const next of graph.get(unit)?.keys() ?? []) {
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
  const circles = [1, 2].flatMap((depth) => findCircles(buildImportGraph(files, depth)))
  for (const imports of circles)
    console.error(`These folders import each other in a circle:\n  ${imports.join('\n  ')}`)
  process.exit(circles.length > 0 ? 1 : 0)
}
