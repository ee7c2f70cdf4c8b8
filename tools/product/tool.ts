import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const endWithParent = pathToFileURL(resolve(import.meta.dirname, '../end-with-parent.mjs')).href

/** The bundler's program, relative to the folder of a package that it builds. */
export const bundler = 'node_modules/@rspack/cli/bin/rspack.js'

/** Starts a JavaScript program, named relative to `folder`, in that folder; it ends when this process does. */
export function startTool(folder: string, program: string, args: string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, ['--import', endWithParent, program, ...args], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
}
