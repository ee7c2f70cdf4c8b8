import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { findBuildFile } from '../build/check-remote.ts'
import type { Call } from './command.ts'
import { CommandError } from './command-error.ts'

export interface RemoteFolder {
  readonly name: string
  readonly folder: string
}

/** `name` below the current folder, or that folder itself. @throws CommandError if there is none */
export async function findFolder({ folder, environment }: Call, name: string | undefined): Promise<RemoteFolder> {
  // `npm run remote` runs in the root of a workspace; INIT_CWD is the folder of the user.
  const called = environment['INIT_CWD'] ?? folder
  const own = [folder, called].find((each) => existsSync(join(each, 'remote.json')))
  const wanted = name === undefined || (own !== undefined && basename(own) === name) ? own : join(folder, name)
  if (wanted && findBuildFile(wanted)) return { name: await readName(wanted), folder: wanted }
  const entries = await readdir(folder, { withFileTypes: true })
  const found = entries
    .filter((entry) => existsSync(join(folder, entry.name, 'remote.json')))
    .map((entry) => entry.name)
  const here =
    found.length > 0
      ? `Choose one of these: ${found.join(', ')}.`
      : 'Run this in the folder of a remote; "remote new NAME" creates one.'
  throw new CommandError('NO_REMOTE_HERE', `${name ? join(folder, name) : folder} is not a remote. ${here}`)
}

const named = z.object({ name: z.string() })

// The shell has no remote.json.
async function readName(folder: string): Promise<string> {
  const content = await readFile(join(folder, 'remote.json'), 'utf8').catch(() => null)
  if (content === null) return basename(folder)
  try {
    return named.parse(JSON.parse(content)).name
  } catch (error) {
    throw new CommandError('BAD_REMOTE_JSON', `${folder}/remote.json has no valid name: ${String(error)}`)
  }
}
