// `npm run dev`: the whole product, where a saved file shows at once. Shell and remotes are built anew and open pages reload; a
// service whose sources changed starts again.
import type { ChildProcess } from 'node:child_process'
import { type FSWatcher, readdirSync, watch } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { publishRemote } from '../shell/cli/publish.ts'
import { findRemotes, forgetBuilds } from './product/build.ts'
import { runInForeground } from './product/foreground.ts'
import type { Product } from './product/product.ts'
import { startRspack } from './product/rspack.ts'

const root = resolve(import.meta.dirname, '..')
const settleTime = 150
const environment = { ...process.env, NODE_ENV: 'development' }

await runInForeground(environment, async (product) => {
  await forgetBuilds()
  const bundlers = ['shell', ...(await findRemotes())].map((name) => rebuildOnChange(name, product))
  const watchers = restartOnChange(product)
  return () => {
    for (const bundler of bundlers) bundler.kill()
    for (const watcher of watchers) watcher.close()
  }
})

/** Every build of a remote becomes the version that visitors get. */
function rebuildOnChange(name: string, { dataDir }: Product): ChildProcess {
  const bundler = startRspack(join(root, name), ['build', '--watch'], environment)
  const follow = (line: string): void => {
    if (line.trim()) console.log(`[${name}] ${line}`)
    if (name === 'shell' || !/ compiled (successfully|with)/.test(line)) return
    publishRemote(join(root, name), join(dataDir, 'registry')).catch((error: unknown) =>
      console.error(`[${name}] could not be published: ${String(error)}`),
    )
  }
  for (const output of [bundler.stdout, bundler.stderr]) if (output) createInterface(output).on('line', follow)
  return bundler
}

function restartOnChange({ services }: Product): FSWatcher[] {
  const sources = [
    ['database/src', services['rest-auth']],
    ['rest-auth/src', services['rest-auth']],
    ['rest-auth/migrations', services['rest-auth']],
    ['gateway/src', services.gateway],
    ['shell/server', services.shell],
  ] as const
  return sources.flatMap(([folder, service]) => onChange(join(root, folder), () => service.restart()))
}

/** Calls `act` once when a folder has changed and then stayed the same for a moment. */
function onChange(folder: string, act: () => void): FSWatcher[] {
  let timer: NodeJS.Timeout | undefined
  const changed = (): void => {
    clearTimeout(timer)
    timer = setTimeout(act, settleTime)
  }
  // One by one: a recursive watcher of Node loses a file once an editor has replaced it.
  const folders = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isDirectory())
  return [folder, ...folders.map((entry) => join(entry.parentPath, entry.name))].map((one) => watch(one, changed))
}
