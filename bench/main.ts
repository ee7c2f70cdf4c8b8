// `npm run bench -- rest` (or another folder here): installs the contenders, then runs main.ts.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const folder = import.meta.dirname
const [name = '', ...rest] = process.argv.slice(2)
const entry = join(folder, name, 'main.ts')
if (name === '' || !existsSync(entry)) {
  console.error(
    'Say what to measure: npm run bench -- rest (or graphql, size, memory, cookie-cache, better-auth-lines, attack, interactions, document, services, federation)',
  )
  process.exit(1)
}
// Outside the workspace, so that `npm start` does not install them.
const installed = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--silent'], { cwd: folder, stdio: 'inherit' })
if (installed.status !== 0) process.exit(1)
const { status } = spawnSync(process.execPath, [entry, ...rest], { stdio: 'inherit' })
process.exit(status ?? 1)
