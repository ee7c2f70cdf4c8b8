// `npm run dev`: the whole product, where a saved file shows at once. Shell and remotes are built anew and open pages reload; a
// service whose sources changed starts again.
import { type FSWatcher, watch } from 'node:fs'
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
  const remotes = await findRemotes()
  const bundlers = ['shell', ...remotes].map(rebuildOnChange)
  const watchers = [...remotes.map((name) => publishOnBuild(name, product)), ...restartOnChange(product)]
  return () => {
    for (const bundler of bundlers) bundler.kill()
    for (const watcher of watchers) watcher.close()
  }
})

function rebuildOnChange(name: string) {
  const bundler = startRspack(join(root, name), ['build', '--watch'], environment)
  for (const output of [bundler.stdout, bundler.stderr])
    if (output) createInterface(output).on('line', (line) => line.trim() && console.log(`[${name}] ${line}`))
  return bundler
}

function publishOnBuild(name: string, { dataDir }: Product): FSWatcher {
  return onChange(join(root, name, 'dist'), () => {
    publishRemote(join(root, name), join(dataDir, 'registry')).catch(() => {
      // The bundler is still writing: the next change will find a whole build.
    })
  })
}

function restartOnChange({ services }: Product): FSWatcher[] {
  const sources = [
    ['database/src', services['rest-auth']],
    ['rest-auth/src', services['rest-auth']],
    ['rest-auth/migrations', services['rest-auth']],
    ['gateway/src', services.gateway],
    ['shell/server', services.shell],
  ] as const
  return sources.map(([folder, service]) => onChange(join(root, folder), () => service.restart()))
}

/** Calls `act` once when a folder has changed and then stayed the same for a moment. */
function onChange(folder: string, act: () => void): FSWatcher {
  let timer: NodeJS.Timeout | undefined
  return watch(folder, { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(act, settleTime)
  })
}
