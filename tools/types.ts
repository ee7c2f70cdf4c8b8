// `npm run types`: checks the types of all packages, one after the other. It remembers in .cache
// what has not changed since. TypeScript uses several cores by itself.
import { globSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { run } from './checks/run.ts'

const root = resolve(import.meta.dirname, '..')
const projects = globSync('**/tsconfig.json', {
  cwd: root,
  exclude: ['**/{node_modules,templates}', '**/.*'],
}).toSorted()
let errors = ''
for (const project of projects) {
  const folder = dirname(project)
  const info = join('.cache/types', `${folder.replaceAll('/', '-')}.tsbuildinfo`)
  const { ok, output } = await run('tsc', ['--noEmit', '--incremental', '--tsBuildInfoFile', info, '-p', project])
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${folder === '.' ? 'tools' : folder}`)
  if (!ok) errors += output
}
console.log(errors || 'All types are right.')
process.exit(errors ? 1 : 0)
