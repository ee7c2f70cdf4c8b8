import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PlainError } from './plain-error.ts'
import type { Settings } from './settings.ts'

/**
 * Makes the data folder and takes it for this process, so that no second instance works on the same data.
 * @returns gives it back
 * @throws PlainError when it cannot be written or belongs to an instance that runs
 */
export function takeDataFolder({ dataDir, authUrl }: Settings): () => void {
  const file = join(dataDir, 'instance')
  try {
    mkdirSync(join(dataDir, 'logs'), { recursive: true })
    for (;;) {
      try {
        writeFileSync(file, `${process.pid}\n${startOf(process.pid)}\n${authUrl}\n`, { flag: 'wx' })
        return () => rmSync(file, { force: true })
      } catch (error) {
        if (!isCode(error, 'EEXIST')) throw error
        refuseWhileAlive(file, dataDir)
        rmSync(file, { force: true })
      }
    }
  } catch (error) {
    if (error instanceof PlainError || !(error instanceof Error)) throw error
    throw new PlainError(
      `The data folder ${dataDir} cannot be written (${error.message}). Let this user write there, or choose another: DATA_DIR=/some/folder npm start`,
    )
  }
}

function refuseWhileAlive(file: string, dataDir: string): void {
  const [pid, start, address] = readFileSync(file, 'utf8').split('\n')
  if (start === '' || start !== startOf(Number(pid))) return
  throw new PlainError(
    `It runs already, at ${address} (process ${pid}, data in ${dataDir}). Stop that one first, or start a second one beside it: DATA_DIR=/another/folder PORT=3001 npm start`,
  )
}

/** When a process started, in a form that only serves to tell it from a later one with the same number; empty when there is none. */
function startOf(pid: number): string {
  try {
    if (process.platform !== 'linux') return process.kill(pid, 0) ? 'alive' : ''
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return fields[0] === 'Z' ? '' : (fields[19] ?? '')
  } catch {
    return ''
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
