import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { folderOf, isComparisonPaused, lastRelease } from './last-release.ts'

/** The present tree. */
export const root = fileURLToPath(new URL('../..', import.meta.url))
const packages = ['rest-auth', 'gateway', 'packages/database', 'packages/service', 'packages/demo-providers']
const run = promisify(execFile)

/** Whether there is an earlier release to run: not in a copy of the repository's files. */
export const hasPreviousRelease = !isComparisonPaused && existsSync(join(root, '.git'))

/**
 * Puts rest-auth and gateway as they were released last into a folder of its own, with the dependencies of the present tree.
 * @throws in plain words when the released commit is not in this clone
 */
export async function checkOutPreviousRelease(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const commit = readFileSync(join(folderOf(lastRelease), 'commit.txt'), 'utf8').trim()
  await run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).catch(() => {
    throw new Error(
      `${commit} (release ${lastRelease}) is not in this clone, which is a shallow one: git fetch --unshallow`,
    )
  })
  const folder = await mkdtemp(join(tmpdir(), 'previous-release-'))
  const archive = join(folder, 'archive.tar')
  await run('git', ['archive', '--output', archive, commit, ...packages], { cwd: root })
  await run('tar', ['-xf', archive, '-C', folder])
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const name of packages) {
    const links = join(name, 'node_modules') // relative ones, so that those to other packages lead to old ones
    await cp(join(root, links), join(folder, links), { recursive: true, verbatimSymlinks: true })
    // What it needed and this tree does not any more is still there as a dependency of a dependency, or this fails and says so.
    const { dependencies } = JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8'))
    for (const dependency of Object.keys(dependencies))
      if (!existsSync(join(folder, links, dependency)))
        await symlink(join(root, 'node_modules/.pnpm/node_modules', dependency), join(folder, links, dependency))
  }
  return { folder, remove: () => rm(folder, { recursive: true }) }
}
