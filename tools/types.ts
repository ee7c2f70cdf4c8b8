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
const failed: string[] = []
for (const project of projects) {
  const started = performance.now()
  const folder = dirname(project)
  const info = join('.cache/types', `${folder.replaceAll('/', '-')}.tsbuildinfo`)
  const { ok, output } = await run('tsc', ['--noEmit', '--incremental', '--tsBuildInfoFile', info, '-p', project])
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${(folder === '.' ? 'tools' : folder).padEnd(30)} ${(ok ? 'ok' : 'FAILED').padEnd(24)} ${seconds} s`)
  if (!ok) {
    console.log(output.trimEnd())
    failed.push(folder)
  }
}
console.log(failed.length > 0 ? `Wrong types in ${failed.join(', ')}` : 'All types are right.')
process.exit(failed.length > 0 ? 1 : 0)
