import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

export function findRemotes(): string[] {
  // A removed remote may leave its node_modules behind.
  const isRemote = (name: string): boolean =>
    ['remote.json', 'package.json'].some((file) => existsSync(join(root, name, file)))
  return readdirSync(root)
    .filter((name) => name.startsWith('mf-') && isRemote(name))
    .toSorted()
}
