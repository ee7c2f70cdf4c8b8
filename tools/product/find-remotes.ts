import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** The folders of the remotes. What one lacks is said when it is built (remote-tools/build/check-remote.ts). */
export function findRemotes(): string[] {
  // A branch that had a remote leaves its node_modules behind.
  const isRemote = (name: string): boolean =>
    ['remote.json', 'package.json'].some((file) => existsSync(join(root, name, file)))
  return readdirSync(root)
    .filter((name) => name.startsWith('mf-') && isRemote(name))
    .toSorted()
}
