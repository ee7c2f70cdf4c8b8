import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { folderOf, isComparisonPaused, lastRelease } from '../../../tools/release/last-release.ts'

/** The current tree. */
export const root = fileURLToPath(new URL('../../..', import.meta.url))
const packages = ['rest-auth', 'gateway', 'packages/database', 'packages/service', 'packages/demo-providers']
const run = promisify(execFile)

/** Whether an earlier release is available, which is not the case in a copy of the files. */
export const hasPreviousRelease = !isComparisonPaused && existsSync(join(root, '.git'))

/**
 * Puts rest-auth and gateway of the last release into their own folder, with the dependencies of
 * the current tree. @throws Error if the released commit is missing in this clone
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
    // Dependencies that only the release needs must still be indirect dependencies; otherwise this
    // fails.
    const { dependencies } = JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8'))
    for (const dependency of Object.keys(dependencies))
      if (!existsSync(join(folder, links, dependency)))
        await symlink(join(root, 'node_modules/.pnpm/node_modules', dependency), join(folder, links, dependency))
  }
  return { folder, remove: () => rm(folder, { recursive: true }) }
}
