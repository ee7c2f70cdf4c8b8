import { type ChildProcess, spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const endWithParent = pathToFileURL(resolve(import.meta.dirname, '../end-with-parent.mjs')).href

/** Starts the bundler in the folder of a package; it ends when this process does. */
export function startRspack(folder: string, args: string[], env: NodeJS.ProcessEnv): ChildProcess {
  const program = join(folder, 'node_modules', '@rspack', 'cli', 'bin', 'rspack.js')
  return spawn(process.execPath, ['--import', endWithParent, program, ...args], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
}
