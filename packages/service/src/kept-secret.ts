import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Reads a private file. If it is missing, the first of several processes creates it. */
export function keptSecret(file: string, make: () => string): string {
  const draft = `${file}.${process.pid}`
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  try {
    if (existsSync(file)) return readFileSync(file, 'utf8')
    writeFileSync(draft, make(), { mode: 0o600 })
    linkSync(draft, file) // atomic: only the first file is linked
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(file, 'utf8')
}
