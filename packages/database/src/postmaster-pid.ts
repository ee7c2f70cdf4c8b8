import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** What PostgreSQL writes to `postmaster.pid` in its data folder (src/include/utils/pidfile.h). */
export interface Postmaster {
  pid: number
  port: number
  /** `ready` when it takes connections; else it is starting or stopping. */
  status: string
}

/** The server that runs on this data folder, or null: no pid file, or one that a dead server has left behind. */
export async function findLivePostmaster(dataFolder: string): Promise<Postmaster | null> {
  const text = await readFile(join(dataFolder, 'postmaster.pid'), 'utf8').catch(() => null)
  if (text === null) return null
  const lines = text.split('\n')
  const pid = Number(lines[0])
  return isPostgres(pid) ? { pid, port: Number(lines[3]), status: lines[7]?.trim() ?? 'starting' } : null
}

/** To be called when no server lives: PostgreSQL takes a zombie, or a stranger who has got the number, for a live server. */
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

/** The process's state letter and program. */
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
