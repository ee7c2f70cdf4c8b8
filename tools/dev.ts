// `npm run dev`: after changes, rebuilds shell and remotes, reloads pages and restarts services.
import type { ChildProcess } from 'node:child_process'
import { type FSWatcher, readdirSync, watch } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { buildsOf, forgetBuilds } from './product/build.ts'
import { findRemotes } from './product/find-remotes.ts'
import { runInForeground } from './product/foreground.ts'
import type { Product } from './product/product.ts'
import type { Release } from './product/release.ts'
import { bundler, startTool } from './product/tool.ts'

const root = resolve(import.meta.dirname, '..')
const settleTime = 150
const environment = { ...process.env, NODE_ENV: 'development' }

await runInForeground(environment, async (product) => {
  await forgetBuilds(environment)
  const tools = [extractOnChange(), ...['shell', ...findRemotes()].map((name) => rebuildOnChange(name, product))]
  const watchers = restartOnChange(product)
  return () => {
    for (const tool of tools) tool.kill()
    for (const watcher of watchers) watcher.close()
  }
})

// New texts would show their ids until they are in the catalogues, whose change triggers a build.
function extractOnChange(): ChildProcess {
  const extraction = startTool(root, 'node_modules/@lingui/cli/dist/lingui-extract.js', ['--watch'], environment)
  for (const output of [extraction.stdout, extraction.stderr]) output?.resume()
  return extraction
}

// Builds that did not fit the live versions. They may fit after another release.
const refused = new Set<string>()

/** Publishes every build. The shell's server then tells open pages to reload. */
function rebuildOnChange(name: string, product: Product): ChildProcess {
  const place = ['--output-path', join(buildsOf(environment), name, 'dist')]
  const builds = startTool(join(root, name), bundler, ['build', '--watch', ...place], environment)
  const follow = (line: string): void => {
    if (line.trim()) console.log(`[${name}] ${line}`)
    if (!/ compiled (successfully|with)/.test(line)) return
    product.release(new Set([name, ...refused])).then(
      (releases) => releases.forEach(report),
      (error: unknown) => console.error(`[${name}] could not be published: ${String(error)}`),
    )
  }
  for (const output of [builds.stdout, builds.stderr]) if (output) createInterface(output).on('line', follow)
  return builds
}

function report({ name, outcome, text }: Release): void {
  if (outcome === 'refused') refused.add(name)
  else refused.delete(name)
  if (outcome !== 'live') console.log(`[${name}] ${text}`)
}

function restartOnChange({ services }: Product): FSWatcher[] {
  const sources = [
    ['packages/service/src', Object.values(services)],
    ['packages/database/src', [services['rest-auth'], services.shell]],
    ['rest-auth/src', [services['rest-auth']]],
    ['packages/demo-providers/src', [services['rest-auth']]],
    ['rest-auth/migrations', [services['rest-auth']]],
    ['gateway/src', [services.gateway]],
    ['packages/contract/src', Object.values(services)],
    ['registry/src', [services.shell]],
    ['registry/migrations', [services.shell]],
    ['shell/server', [services.shell]],
  ] as const
  return sources.flatMap(([folder, affected]) =>
    onChange(join(root, folder), () => {
      for (const service of affected) service.restart()
    }),
  )
}

/** Calls `act` once after a series of changes. */
function onChange(folder: string, act: () => void): FSWatcher[] {
  let timer: NodeJS.Timeout | undefined
  const changed = (): void => {
    clearTimeout(timer)
    timer = setTimeout(act, settleTime)
  }
  // Not one recursive watcher, which in Node loses files that an editor has replaced.
  const folders = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isDirectory())
  return [folder, ...folders.map((entry) => join(entry.parentPath, entry.name))].map((one) => watch(one, changed))
}
