import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** From `postmaster.pid` in the data folder (src/include/utils/pidfile.h). */
export interface Postmaster {
  pid: number
  port: number
  status: string // `ready` when it accepts connections
}

/** Returns null if the pid file is missing or stale. */
export async function findLivePostmaster(dataFolder: string): Promise<Postmaster | null> {
  const text = await readFile(join(dataFolder, 'postmaster.pid'), 'utf8').catch(() => null)
  if (text === null) return null
  const lines = text.split('\n')
  const pid = Number(lines[0])
  return isPostgres(pid) ? { pid, port: Number(lines[3]), status: lines[7]?.trim() ?? 'starting' } : null
}

/** PostgreSQL mistakes a zombie, or another process with the same pid, for a running server. */
export async function removeStalePidFile(dataFolder: string): Promise<void> {
  if ((await findLivePostmaster(dataFolder)) === null) await rm(join(dataFolder, 'postmaster.pid'), { force: true })
}

function isPostgres(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    const [state, command] = processState(pid)
    return state !== 'Z' && command.endsWith('postgres')
  } catch {
    return false
  }
}

function processState(pid: number): [state: string, command: string] {
  if (process.platform === 'linux') {
    const [, command = '', state = ''] = /\((.*)\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return [state, command]
  }
  const [state = '', ...command] = execFileSync('ps', ['-o', 'stat=,comm=', '-p', String(pid)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/)
  return [state.slice(0, 1), command.join(' ')]
}
