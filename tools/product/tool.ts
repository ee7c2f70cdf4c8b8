import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const endWithParent = pathToFileURL(resolve(import.meta.dirname, '../end-with-parent.mjs')).href

export const bundler = 'node_modules/@rspack/cli/bin/rspack.js'

/** Starts a JavaScript program in `folder`. It ends with this process. */
export function startTool(folder: string, program: string, args: string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, ['--import', endWithParent, program, ...args], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
}
