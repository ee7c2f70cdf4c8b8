import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(resolve(root, file), 'utf8')

/** A line of a walk. Those that lead to another process have no file, and perhaps an address. */
interface Step {
  depth: number
  file?: string | undefined
  address?: string | undefined
}

function stepsOf(walk: string): Step[] {
  const lines = walk.matchAll(/^( *)- (?:`(?<file>[\w./-]+)`|(?:\*\*over HTTP\*\* `(?<address>[\w/-]+)`)?)/gm)
  return [...lines].map(({ 1: indent = '', groups }) => ({ depth: indent.length, ...groups }))
}

/** Returns the imports of a file as paths, also those that a package of ours only re-exports. */
function importsOf(file: string): string[] {
  const specifiers = [...read(file).matchAll(/(?:from |import\()'([^']+)'/g)].map(([, specifier = '']) => specifier)
  return specifiers.flatMap((specifier) => {
    const imported = resolveFrom(file, specifier)
    if (imported === null) return []
    return specifier.startsWith('.') ? [imported] : [imported, ...importsOf(imported)]
  })
}

/** Null for what is not in the repository. */
function resolveFrom(file: string, specifier: string): string | null {
  try {
    const path = createRequire(resolve(root, file)).resolve(specifier)
    return path.startsWith(root) && !path.includes('node_modules') ? relative(root, path) : null
  } catch {
    return null // a library for ES modules only
  }
}

const [, text = ''] = read('docs/architecture.md').split(/^# Three walks/m)
const walks = text.split(/^## /m).slice(1)

test.for(walks.map((walk) => [walk.split('\n', 1)[0], stepsOf(walk)] as const))(
  'each step of "%s" is imported by the one that it stands under, or its address stands on both sides',
  ([, steps]) => {
    const problems = steps.flatMap(({ depth, file, address }, index) => {
      const [before, after] = [steps.slice(0, index), steps.slice(index)]
      const above = before.findLast((step) => step.depth < depth)?.file
      if (file && above && !importsOf(above).includes(file)) return [`${above} does not import ${file}`]
      const isNamed = (side: Step[]): boolean =>
        side.some((step) => step.file && read(step.file).includes(`'${address}'`))
      return address && !(isNamed(before) && isNamed(after))
        ? [`${address} does not lead from one side to the other`]
        : []
    })
    expect(problems).toEqual([])
    expect(steps.filter(({ file }) => file && read(file)).length).toBeGreaterThan(10)
  },
)
