import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { codeOf } from 'database/unavailable.ts'
import { PlainError } from './plain-error.ts'

// A killed instance needs a moment to exit.
const timeout = 3000

/** Returns the unlock function. @throws PlainError if the folder is not writable, or in use */
export async function takeDataFolder(dataDir: string): Promise<() => Promise<void>> {
  const file = join(dataDir, 'instance')
  const deadline = performance.now() + timeout
  await mkdir(join(dataDir, 'logs'), { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw cannotWrite(dataDir, error)
  })
  for (;;) {
    try {
      await writeFile(file, `${process.pid}\n${startOf(process.pid)}\n`, { flag: 'wx' })
      return () => rm(file, { force: true })
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw cannotWrite(dataDir, error)
    }
    const [pid, start] = (await readFile(file, 'utf8').catch(() => '')).split('\n')
    if (!start || start !== startOf(Number(pid))) await rm(file, { force: true })
    else if (performance.now() > deadline) {
      throw new PlainError(
        `The product is already running (process ${pid}, data in ${dataDir}). Stop it, or start another instance: DATA_DIR=/another/folder PORT=3001 npm start`,
      )
    } else await delay(100)
  }
}

function cannotWrite(dataDir: string, error: unknown): PlainError {
  const reason = error instanceof Error ? error.message : String(error)
  return new PlainError(
    `The data folder ${dataDir} cannot be written (${reason}). Let this user write there, or choose another: DATA_DIR=/some/folder npm start`,
  )
}

/** The start time of a process, to detect a reused pid. Empty if it is not running. */
function startOf(pid: number): string {
  try {
    if (process.platform !== 'linux') return process.kill(pid, 0) ? 'alive' : ''
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return fields[0] === 'Z' ? '' : (fields[19] ?? '')
  } catch {
    return ''
  }
}
