import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const cache = join(root, '.cache/npm')
const ofTests = /^(CI|NODE_ENV|VITEST.*|npm_.*|INIT_CWD|DATA_DIR|DEV|PROD|MODE|TEST|PRODUCT|REMOTE_.*)$/

/** A command of a page, and the output that the page shows below it. */
export interface Step {
  command: string
  shown: string
}

/** Reads the blocks of a page. In those with a `$`, lines after the command are its output. */
export function readSteps(page: string): Step[] {
  return [...page.matchAll(/^```\n([^]*?)^```$/gm)].map(([, block = '']) => {
    const [, command = block, shown = ''] = /^\$ ((?:.*\\\n)*.*\n)([^]*)$/.exec(block) ?? []
    return { command, shown }
  })
}

interface Outcome {
  code: number
  output: string
  errors: string
}

export interface Reader {
  /** Where the reader is. Each command begins where the one before ended. */
  folder: () => string
  run: (script: string, env?: NodeJS.ProcessEnv) => Promise<Outcome>
  leave: () => Promise<void>
}

/**
 * Somebody at a terminal, in an empty folder outside of this repository, who is in no test and has
 * nothing at home. Two things are not theirs: the cache of npm, so that repeated tests download
 * nothing, and this repository's Node, because the one of the machine may be too old for remotes.
 */
export async function newReader(home: string): Promise<Reader> {
  const place = await mkdtemp(join(tmpdir(), 'reader-'))
  const environment: NodeJS.ProcessEnv = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofTests.test(name))),
    HOME: home,
    PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`,
    npm_config_cache: cache,
    npm_config_prefer_offline: 'true',
    npm_config_userconfig: process.env['npm_config_userconfig'] ?? join(process.env['HOME'] ?? '', '.npmrc'),
  }
  const ended = join(place, 'ended')
  let folder = await mkdtemp(join(place, 'folder-'))
  return {
    folder: () => folder,
    run: async (script, env = {}) => {
      const args = ['-euo', 'pipefail', '-c', `trap 'pwd > "${ended}"' EXIT\n${script}`]
      const outcome = await new Promise<Outcome>((done) => {
        const options = { cwd: folder, env: { ...environment, ...env } }
        const child = execFile('bash', args, options, (_error, output, errors) =>
          done({ code: child.exitCode ?? -1, output, errors }),
        )
      })
      folder = (await readFile(ended, 'utf8')).trim()
      return outcome
    },
    leave: () => rm(place, { recursive: true }),
  }
}

/** PATH as it was before `npm test`: with the Node of the machine. */
export const pathOfMachine = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.startsWith(join(root, 'node_modules')))
  .join(delimiter)
