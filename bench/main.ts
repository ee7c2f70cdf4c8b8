// `npm run bench -- rest` (or another folder beside this file): installs the packages that are compared with, then runs its main.ts.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const folder = import.meta.dirname
const [name = '', ...rest] = process.argv.slice(2)
const entry = join(folder, name, 'main.ts')
if (name === '' || !existsSync(entry)) {
  console.error(
    'Say what to measure: npm run bench -- rest (or graphql, size, memory, cookie-cache, attack, interactions, document, services, federation)',
  )
  process.exit(1)
}
// Not in the workspace, so that `npm start` never waits for them.
const installed = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--silent'], { cwd: folder, stdio: 'inherit' })
if (installed.status !== 0) process.exit(1)
const { status } = spawnSync(process.execPath, [entry, ...rest], { stdio: 'inherit' })
process.exit(status ?? 1)
