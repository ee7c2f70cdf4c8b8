import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** Prints the package folder of each module of ours and the package that it imports. */
const watchImports = `
import { registerHooks } from 'node:module'
const ours = new RegExp('^file://${root}/(?!node_modules)((?:packages/)?[^/]+)/(?!node_modules)')
registerHooks({
  resolve(specifier, context, next) {
    const [, folder] = ours.exec(context.parentURL ?? '') ?? []
    const [name] = /^(@[^/]+\\/)?[^./][^/:]*(?=$|\\/)/.exec(specifier) ?? []
    if (folder && name) process.stdout.write('import ' + folder + ' ' + name + '\\n')
    return next(specifier, context)
  },
})`

// Without settings it loads all modules, and then refuses to start.
test.for(['rest-auth/src/main.ts', 'rest-auth/src/admin.ts', 'gateway/src/main.ts', 'shell/server/main.ts'])(
  'what %s needs is a dependency, so that machines that only serve have it',
  (program) => {
    const { stdout } = spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(watchImports)}`, program, 'no-command'],
      { cwd: root, encoding: 'utf8', env: { PATH: process.env['PATH'], NODE_ENV: 'production' } },
    )
    const imports = [...new Set(stdout.split('\n'))].flatMap(
      (line) => /^import (\S+) (\S+)$/.exec(line)?.slice(1) ?? [],
    )
    const pairs = imports.flatMap((folder, index) =>
      index % 2 === 0 ? [{ folder, name: imports[index + 1] ?? '' }] : [],
    )
    expect(pairs.length).toBeGreaterThan(5)
    const missing = pairs.filter(({ folder, name }) => {
      const { dependencies }: { dependencies: object } = JSON.parse(
        readFileSync(resolve(root, folder, 'package.json'), 'utf8'),
      )
      return !Object.hasOwn(dependencies, name)
    })
    expect(missing).toEqual([])
  },
)
