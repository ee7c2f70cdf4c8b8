import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'

const root = resolve(import.meta.dirname, '../../..')

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))

/** From the file COMMIT, which an image without `.git` contains, or from git. */
function findCommit(): string {
  const file = join(root, 'COMMIT')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim().slice(0, 10)
  try {
    // With its folder, git neither searches in folders above nor cares about the owner.
    const call = [`--git-dir=${join(root, '.git')}`, 'rev-parse', '--short=10', 'HEAD']
    return execFileSync('git', call, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: 2000 }).trim()
  } catch {
    return 'unknown'
  }
}

export const release = { version, commit: findCommit() }
