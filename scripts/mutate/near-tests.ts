import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * The test files of a tree that are near to a source file: first those of the same noun and those that import it, then the others of its
 * folder.
 */
export function nearTests(root: string, file: string): string[][] {
  const [project = ''] = file.split('/')
  const noun = basename(file).split('.')[0]
  const tests = globSync(`${project}/**/*.test.ts`, { cwd: root, exclude: (name) => name === 'node_modules' })
  const rings: [string[], string[]] = [[], []]
  for (const test of tests.toSorted()) {
    const beside = folderOf(test) === folderOf(file)
    if ((beside && basename(test).split('.')[0] === noun) || imports(root, test, file)) rings[0].push(test)
    else if (beside) rings[1].push(test)
  }
  return rings.filter((ring) => ring.length > 0)
}

/** The folder under `src`, with what is in it: `rest-auth/src/social` of `rest-auth/src/social/quirks/vk.ts`. */
function folderOf(file: string): string {
  return dirname(file).split('/').slice(0, 3).join('/')
}

/** Whether one file of a tree imports another one. */
export function imports(root: string, one: string, other: string): boolean {
  const specifiers = readFileSync(join(root, one), 'utf8').matchAll(/from '(\.[^']+)'/g)
  return [...specifiers].some(([, specifier = '']) => join(dirname(one), specifier) === other)
}
